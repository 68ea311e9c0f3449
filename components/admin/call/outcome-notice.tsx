'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { type Outcome, outcomeErrorText } from './use-admin-call';

interface OutcomeNoticeProps {
  outcome: Outcome | null;
  autosaved?: boolean;
  hasCopy?: boolean;
}

export function OutcomeNotice({ outcome, autosaved = false, hasCopy = false }: OutcomeNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!outcome || outcome.ok || Object.keys(outcome.errors).length === 0) return;
    if (autosaved && document.activeElement?.matches('input, select, textarea, [contenteditable]')) return;
    focusFirstInvalidField(place.current?.closest('form') ?? document.querySelector('main'));
  }, [outcome, autosaved]);
  return <div ref={place}>{outcome && <OutcomeMessage outcome={outcome} hasCopy={hasCopy} />}</div>;
}

function OutcomeMessage({ outcome, hasCopy }: { outcome: Outcome; hasCopy: boolean }) {
  const t = useTranslations('admin');
  if (outcome.ok)
    return (
      <Notice tone="success" alert>
        {t('saved')}
      </Notice>
    );
  if (outcome.key === 'conflict') {
    const openInNewTab = () => window.open(window.location.href, '_blank', 'noopener');
    return (
      <Notice
        tone="notice"
        alert
        actions={
          !hasCopy && (
            <Button variant="secondary" size="small" onClick={openInNewTab}>
              {t('reload')}
            </Button>
          )
        }
      >
        {t('conflict')}
      </Notice>
    );
  }
  const error = outcomeErrorText(outcome, { failed: t('failed'), unreachable: t('unreachable') });
  return (
    error && (
      <Notice tone="danger" alert>
        {error}
      </Notice>
    )
  );
}

/** Row V5: focuses the first invalid field, or a list's first control, and scrolls to it in a long form. */
function focusFirstInvalidField(form: Element | null): void {
  const wrong = form?.querySelector('[aria-invalid="true"], [id$="-error"]:not(:empty)');
  const field = wrong?.matches('[aria-invalid]')
    ? wrong
    : wrong?.parentElement?.querySelector('input, select, textarea, button');
  if (!(field instanceof HTMLElement)) return;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

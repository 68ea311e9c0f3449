'use client';

import { useEffect, useRef } from 'react';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import type { SaveLabels } from './client-labels';
import { faultText, type Outcome } from './use-admin-call';

interface OutcomeNoticeProps { outcome: Outcome | null; /** It may also come of saving by itself, while somebody types. */ autosaved?: boolean; /** The browser has a copy of what is typed, which another tab would show in place of their version. */ hasCopy?: boolean; labels: SaveLabels }

/** What became of a save; a conflict offers the other's version without throwing away one's own. */
export function OutcomeNotice({ outcome, autosaved = false, hasCopy = false, labels }: OutcomeNoticeProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!outcome || outcome.ok || Object.keys(outcome.errors).length === 0) return;
    if (autosaved && document.activeElement?.matches('input, select, textarea, [contenteditable]')) return;
    focusFirstWrong(place.current?.closest('form') ?? document.querySelector('main'));
  }, [outcome, autosaved]);
  return <div ref={place}>{outcome && <Said outcome={outcome} hasCopy={hasCopy} labels={labels} />}</div>;
}

function Said({ outcome, hasCopy, labels }: { outcome: Outcome; hasCopy: boolean; labels: SaveLabels }) {
  if (outcome.ok) return <Notice tone="success" alert>{labels.saved}</Notice>;
  if (outcome.key === 'conflict') {
    const open = () => window.open(window.location.href, '_blank', 'noopener');
    return <Notice tone="notice" alert actions={!hasCopy && <Button variant="secondary" size="small" onClick={open}>{labels.reload}</Button>}>{labels.conflict}</Notice>;
  }
  const fault = faultText(outcome, labels);
  return fault && <Notice tone="danger" alert>{fault}</Notice>;
}

/** Row V5, in forms that are longer than the window; a list has no field of its own, then its first button. */
function focusFirstWrong(form: Element | null): void {
  const wrong = form?.querySelector('[aria-invalid="true"], [id$="-error"]:not(:empty)');
  const field = wrong?.matches('[aria-invalid]') ? wrong : wrong?.parentElement?.querySelector('input, select, textarea, button');
  if (!(field instanceof HTMLElement)) return;
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}

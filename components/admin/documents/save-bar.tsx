import { useTranslations } from 'next-intl';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { Button } from '@/components/ui/button';
import type { Draft, JsonObject } from './use-draft';
import frame from './editor-frame.module.css';

interface Props {
  draft: Draft<JsonObject>;
  busy: boolean;
  onSave: () => Promise<void>;
}

export function SaveBar({ draft: { isDirty, outcome, theirs }, busy, onSave }: Props) {
  const t = useTranslations('admin');
  return (
    <div className={frame.bar}>
      {!theirs && <OutcomeNotice outcome={isDirty && outcome?.ok ? null : outcome} hasCopy />}
      <div className={frame.actions}>
        <Button busy={busy} onClick={() => void onSave()}>
          {busy ? t('saving') : t('save')}
        </Button>
      </div>
      {isDirty && <span className={frame.unsaved}>{t('unsaved')}</span>}
    </div>
  );
}

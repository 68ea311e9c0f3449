import type { SaveLabels } from '@/components/admin/call/client-labels';
import { OutcomeNotice } from '@/components/admin/call/outcome-notice';
import { Button } from '@/components/ui/button';
import type { Draft, JsonObject } from './use-draft';
import frame from './editor-frame.module.css';

interface Props {
  draft: Draft<JsonObject>;
  busy: boolean;
  labels: { save: SaveLabels; unsaved: string };
  onSave: () => Promise<void>;
}

export function SaveBar({ draft: { isDirty, outcome, theirs }, busy, labels, onSave }: Props) {
  return (
    <div className={frame.bar}>
      {!theirs && <OutcomeNotice outcome={isDirty && outcome?.ok ? null : outcome} hasCopy />}
      <div className={frame.actions}>
        <Button busy={busy} onClick={() => void onSave()}>
          {busy ? labels.save.saving : labels.save.save}
        </Button>
      </div>
      {isDirty && <span className={frame.unsaved}>{labels.unsaved}</span>}
    </div>
  );
}

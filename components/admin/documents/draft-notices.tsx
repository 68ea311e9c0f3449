'use client';

import { type DifferenceLabels, DifferenceList } from '@/components/admin/content/difference-list';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { findConflicts, listDifferences, mergeChanges } from '@/lib/content/form/differences';
import type { Draft, JsonObject } from './use-draft';

export interface DraftLabels extends Omit<DifferenceLabels, 'before' | 'after'> {
  restored: string;
  discard: string;
  conflict_title: string;
  conflict_text: string;
  mine: string;
  theirs: string;
  combine: string;
  use_mine: string;
  use_theirs: string;
}

interface CopyLabels {
  copy_title: string;
  copy_text: string;
  copy_use: string;
  copy_give_up: string;
}

interface DraftNoticesProps<Value extends JsonObject, Version> {
  draft: Draft<Value, Version>;
  labels: DraftLabels;
  /** Set for autosaved drafts: a restored copy is saved only after the author accepts it. */
  copyLabels?: CopyLabels;
  onContinueEditing?: (value: Value) => void;
  onTakeTheirs?: () => void;
  display?: (value: Value) => JsonObject;
}

/** Shows text that the browser restored, and after a conflict the other editor's version. */
export function DraftNotices<Value extends JsonObject, Version>({
  draft,
  labels,
  copyLabels,
  onContinueEditing = draft.continueEditing,
  onTakeTheirs = draft.takeTheirs,
  display = (value) => value,
}: DraftNoticesProps<Value, Version>) {
  const { isRestored, theirs, baseValue, value: mine } = draft;
  return (
    <>
      {isRestored &&
        (copyLabels ? (
          <Notice
            tone="info"
            title={copyLabels.copy_title}
            actions={
              <>
                <Button size="small" onClick={draft.keepRestored}>
                  {copyLabels.copy_use}
                </Button>
                <Button size="small" variant="quiet" onClick={draft.discard}>
                  {copyLabels.copy_give_up}
                </Button>
              </>
            }
          >
            {copyLabels.copy_text}
          </Notice>
        ) : (
          <Notice
            tone="info"
            actions={
              <Button variant="quiet" size="small" onClick={draft.discard}>
                {labels.discard}
              </Button>
            }
          >
            {labels.restored}
          </Notice>
        ))}
      {theirs && (
        <Notice tone="notice" alert title={labels.conflict_title}>
          <p>{labels.conflict_text}</p>
          <DifferenceList
            differences={listDifferences(display(theirs.value), display(mine))}
            labels={{ ...labels, before: labels.theirs, after: labels.mine }}
          />
          <p>
            {baseValue !== null && findConflicts(baseValue, mine, theirs.value).length === 0 && (
              <Button
                size="small"
                onClick={() => onContinueEditing(mergeChanges(baseValue, mine, theirs.value) as Value)}
              >
                {labels.combine}
              </Button>
            )}{' '}
            <Button variant="secondary" size="small" onClick={() => onContinueEditing(mine)}>
              {labels.use_mine}
            </Button>{' '}
            <Button variant="quiet" size="small" onClick={onTakeTheirs}>
              {labels.use_theirs}
            </Button>
          </p>
        </Notice>
      )}
    </>
  );
}

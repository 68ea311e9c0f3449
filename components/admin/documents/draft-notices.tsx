'use client';

import { useTranslations } from 'next-intl';
import { DifferenceList, type FieldNames } from '@/components/admin/content/difference-list';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { findConflicts, listDifferences, mergeChanges } from '@/lib/content/form/differences';
import type { Draft, JsonObject } from './use-draft';

interface DraftNoticesProps<Value extends JsonObject, Version> {
  draft: Draft<Value, Version>;
  names: FieldNames;
  /** A restored copy of an autosaved draft is saved only after the author accepts it. */
  isAutosaved?: boolean;
  onContinueEditing?: (value: Value) => void;
  onTakeTheirs?: () => void;
  display?: (value: Value) => JsonObject;
}

export function DraftNotices<Value extends JsonObject, Version>({
  draft,
  names,
  isAutosaved = false,
  onContinueEditing = draft.continueEditing,
  onTakeTheirs = draft.takeTheirs,
  display = (value) => value,
}: DraftNoticesProps<Value, Version>) {
  const t = useTranslations('admin');
  const { isRestored, theirs, baseValue, value: mine } = draft;
  return (
    <>
      {isRestored &&
        (isAutosaved ? (
          <Notice
            tone="info"
            title={t('article_copy_title')}
            actions={
              <>
                <Button size="small" onClick={draft.keepRestored}>
                  {t('article_copy_use')}
                </Button>
                <Button size="small" variant="quiet" onClick={draft.discard}>
                  {t('article_copy_give_up')}
                </Button>
              </>
            }
          >
            {t('article_copy_text')}
          </Notice>
        ) : (
          <Notice
            tone="info"
            actions={
              <Button variant="quiet" size="small" onClick={draft.discard}>
                {t('discard')}
              </Button>
            }
          >
            {t('draft_restored')}
          </Notice>
        ))}
      {theirs && (
        <Notice tone="notice" alert title={t('content_conflict_title')}>
          <p>{t('content_conflict_text')}</p>
          <DifferenceList
            differences={listDifferences(display(theirs.value), display(mine))}
            names={names}
            before={t('content_theirs')}
            after={t('content_mine')}
          />
          <p>
            {baseValue !== null && findConflicts(baseValue, mine, theirs.value).length === 0 && (
              <Button
                size="small"
                onClick={() => onContinueEditing(mergeChanges(baseValue, mine, theirs.value) as Value)}
              >
                {t('content_combine')}
              </Button>
            )}{' '}
            <Button variant="secondary" size="small" onClick={() => onContinueEditing(mine)}>
              {t('content_use_mine')}
            </Button>{' '}
            <Button variant="quiet" size="small" onClick={onTakeTheirs}>
              {t('content_use_theirs')}
            </Button>
          </p>
        </Notice>
      )}
    </>
  );
}

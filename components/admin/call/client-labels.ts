import 'server-only';
import type { DraftLabels } from '@/components/admin/documents/draft-notices';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import type { FormLabels } from '@/components/form/form-labels';
import { languageNames } from '@/lib/language';

export interface SaveLabels {
  save: string;
  saving: string;
  saved: string;
  failed: string;
  unreachable: string;
}

export function saveLabels(t: AdminTexts): SaveLabels {
  return {
    save: t('save'),
    saving: t('saving'),
    saved: t('saved'),
    failed: t('failed'),
    unreachable: t('unreachable'),
  };
}

export function draftLabels(
  t: AdminTexts,
  {
    lang,
    yes,
    no,
    labels = languageNames(lang),
  }: Pick<FormLabels, 'lang' | 'yes' | 'no'> & Partial<Pick<FormLabels, 'labels'>>,
  names: Readonly<Record<string, string>>,
): DraftLabels {
  return {
    restored: t('draft_restored'),
    discard: t('discard'),
    conflict_title: t('content_conflict_title'),
    conflict_text: t('content_conflict_text'),
    mine: t('content_mine'),
    theirs: t('content_theirs'),
    combine: t('content_combine'),
    use_mine: t('content_use_mine'),
    use_theirs: t('content_use_theirs'),
    absent: t('content_absent'),
    parts: {},
    form: { yes, no, labels: { ...labels, ...names } },
  };
}

import 'server-only';
import { languageNames } from '@/lib/language';
import type { FormLabels } from '../../../../_forms/form-labels';
import type { ConflictLabels } from '../content/content-conflict';
import type { AdminTexts } from '../page/admin-page';

/**
 * @param labels of a generated form's fields, and of languages
 * @param names of fields and of chosen values, by what they are called in the value
 */
export function conflictLabels(t: AdminTexts, { lang, yes, no, labels = languageNames(lang) }: Pick<FormLabels, 'lang' | 'yes' | 'no'> & Partial<Pick<FormLabels, 'labels'>>, names: Readonly<Record<string, string>>): ConflictLabels {
  return {
    conflict_title: t('content_conflict_title'), conflict_text: t('content_conflict_text'), mine: t('content_mine'), theirs: t('content_theirs'), combine: t('content_combine'),
    use_mine: t('content_use_mine'), use_theirs: t('content_use_theirs'), absent: t('content_absent'), parts: {},
    form: { yes, no, labels: { ...labels, ...names } },
  };
}

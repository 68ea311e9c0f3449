import 'server-only';
import { languageNames } from '@/lib/language';
import type { AdminTexts } from '../page/admin-page';
import { saveLabels } from '../call/client-labels';
import { conflictLabels } from '../conflict/conflict-labels';
import type { EditorLabels } from './document-editor';
import type { FormLabels } from '../../../../_forms/form-labels';

/** @param fields what fields are called that have a label of their own in the form */
export function editorLabels(t: AdminTexts, form: FormLabels, fields: Readonly<Record<string, string>> = {}): EditorLabels {
  const names = languageNames(form.lang);
  return {
    save: saveLabels(t), conflict: conflictLabels(t, form, { texts: t('languages'), ...fields }), form, settings: t('settings'), restored: t('draft_restored'), unsaved: t('unsaved'), discard: t('discard'),
    language: {
      languages: t('languages'), names, missing: t('missing'), write: t('write_language'), take_away: t('take_language_away'), wrong: t('has_errors'),
    },
  };
}

import 'server-only';
import { inEachLanguage } from '@/lib/language';
import type { AdminTexts } from './admin-page';
import { saveWords } from './client-words';
import type { EditorWords } from './document-editor';
import type { formWords } from '../../../_forms/generated-words';

export function editorWords(t: AdminTexts, form: Awaited<ReturnType<typeof formWords>>): EditorWords {
  const names = inEachLanguage((lang) => t(`language_${lang}`));
  return {
    save: saveWords(t), form, settings: t('settings'), restored: t('draft_restored'), unsaved: t('unsaved'), discard: t('discard'),
    language: {
      languages: t('languages'), names, missing: t('missing'), write: t('write_language'), take_away: t('take_language_away'), preview: t('preview'),
      preview_empty: t('preview_empty'), wrong: t('has_errors'),
    },
  };
}

import 'server-only';
import { draftLabels, type SaveLabels, saveLabels } from '@/components/admin/call/client-labels';
import type { EditorLabels } from '@/components/admin/documents/document-editor';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import type { FormLabels } from '@/components/form/form-labels';
import { languageNames } from '@/lib/language';

export interface ContentLabels {
  save: SaveLabels;
  form: FormLabels;
  parts: Record<string, string>;
  save_draft: string;
  draft_saved: string;
  publish: string;
  publishing: string;
  published: string;
  preview: string;
  preview_blocked: string;
  preview_open: string;
  restored: string;
  unsaved: string;
  discard: string;
  missing: string;
  nothing_missing: string;
  missing_file: string;
  write: string;
  section: string;
  search_texts: string;
  conflict_title: string;
  conflict_text: string;
  mine: string;
  theirs: string;
  combine: string;
  use_mine: string;
  use_theirs: string;
  combined: string;
  files_title: string;
  files_text: string;
  use_files: string;
  keep_published: string;
  copy: string;
  before: string;
  after: string;
  absent: string;
  cancel: string;
  close: string;
}

const own = [
  'save_draft',
  'draft_saved',
  'publish',
  'publishing',
  'published',
  'preview',
  'preview_blocked',
  'preview_open',
  'missing',
  'nothing_missing',
  'missing_file',
  'section',
  'search_texts',
  'conflict_title',
  'conflict_text',
  'mine',
  'theirs',
  'combine',
  'use_mine',
  'use_theirs',
  'combined',
  'files_title',
  'files_text',
  'use_files',
  'keep_published',
  'copy',
  'before',
  'after',
  'absent',
] as const;

export function contentLabels(
  t: AdminTexts,
  form: FormLabels,
  names: Readonly<Record<string, string>> = {},
): ContentLabels {
  const texts = Object.fromEntries(own.map((name) => [name, t(`content_${name}`)])) as Record<
    (typeof own)[number],
    string
  >;
  return {
    ...texts,
    save: saveLabels(t),
    form: { ...form, labels: { ...form.labels, ...names } },
    parts: { ...languageNames(form.lang), all: t('content_all') },
    restored: t('draft_restored'),
    unsaved: t('unsaved'),
    discard: t('discard'),
    write: t('write_language'),
    cancel: t('cancel'),
    close: t('close'),
  };
}

export function editorLabels(
  t: AdminTexts,
  form: FormLabels,
  fields: Readonly<Record<string, string>> = {},
): EditorLabels {
  const names = languageNames(form.lang);
  return {
    save: saveLabels(t),
    draft: draftLabels(t, form, { texts: t('languages'), ...fields }),
    form,
    settings: t('settings'),
    unsaved: t('unsaved'),
    language: {
      languages: t('languages'),
      names,
      missing: t('missing'),
      write: t('write_language'),
      take_away: t('take_language_away'),
      wrong: t('has_errors'),
    },
  };
}

import 'server-only';
import { type SaveLabels, saveLabels } from '@/components/admin/call/client-labels';
import { type ContentLabels, contentLabels } from '@/components/admin/content/content-labels';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import type { FormLabels } from '@/components/form/form-labels';

export interface NewsletterLabels {
  draft: Record<(typeof draft)[number], string>;
  content: ContentLabels;
  save: SaveLabels;
}

const draft = [
  'typed',
  'saving',
  'unreachable',
  'refused',
  'copy_title',
  'copy_text',
  'copy_use',
  'copy_give_up',
] as const;

export const newsletterLabels = (t: AdminTexts, form: FormLabels): NewsletterLabels => ({
  draft: Object.fromEntries(draft.map((name) => [name, t(`article_${name}`)])) as NewsletterLabels['draft'],
  content: { ...contentLabels(t, form), parts: fieldNames(t) },
  save: { ...saveLabels(t), saved: t('newsletter_saved') },
});

const fieldNames = (t: AdminTexts): Record<string, string> => ({
  lang: t('newsletter_lang'),
  readerLang: t('newsletter_reader_lang'),
  courseSlug: t('newsletter_course_choice'),
  courseOwners: t('newsletter_course_rule'),
  subject: t('newsletter_subject'),
  preview: t('newsletter_preview'),
  html: t('newsletter_text'),
});

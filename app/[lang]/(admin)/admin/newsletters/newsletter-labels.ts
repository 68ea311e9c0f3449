import 'server-only';
import { saveLabels, type SaveLabels } from '../_parts/call/client-labels';
import type { FormLabels } from '../../../_forms/form-labels';
import { contentLabels, type ContentLabels } from '../_parts/content/content-labels';
import type { AdminTexts } from '../_parts/page/admin-page';

const own = [
  'subject', 'subject_help', 'preview', 'preview_help', 'lang', 'lang_help', 'reader_lang', 'reader_lang_help', 'all_languages', 'course_choice', 'course_choice_help', 'any_course', 'course_rule', 'owners', 'others',
  'text', 'saved', 'unsaved', 'readers_saved', 'test', 'test_sent', 'send', 'send_at', 'send_at_help', 'send_sure', 'send_confirm', 'remove', 'remove_sure', 'preview_html', 'preview_text', 'next',
] as const;

/** The texts of the newsletter form, as plain data for the browser. `{to}` and `{count}` are filled in there. */
export interface NewsletterLabels { own: Record<(typeof own)[number], string>; draft: Record<(typeof draft)[number], string>; content: ContentLabels; save: SaveLabels; cancel: string; close: string }

/** As the article editor says it. */
const draft = ['typed', 'saving', 'unreachable', 'refused', 'copy_title', 'copy_text', 'copy_use', 'copy_give_up'] as const;

export const newsletterLabels = (t: AdminTexts, form: FormLabels): NewsletterLabels => ({
  own: Object.fromEntries(own.map((name) => [name, t.raw(`newsletter_${name}`) as string])) as NewsletterLabels['own'],
  draft: Object.fromEntries(draft.map((name) => [name, t(`article_${name}`)])) as NewsletterLabels['draft'], content: { ...contentLabels(t, form), parts: fieldNames(t) },
  save: { ...saveLabels(t), saved: t('newsletter_saved') }, cancel: t('cancel'), close: t('close'),
});

/** What the fields are called where two versions are compared. */
const fieldNames = (t: AdminTexts): Record<string, string> => ({
  lang: t('newsletter_lang'), readerLang: t('newsletter_reader_lang'), courseSlug: t('newsletter_course_choice'), courseOwners: t('newsletter_course_rule'), subject: t('newsletter_subject'),
  preview: t('newsletter_preview'), html: t('newsletter_text'),
});

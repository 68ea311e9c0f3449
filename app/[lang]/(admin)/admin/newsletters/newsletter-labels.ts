import 'server-only';
import { saveLabels, type SaveLabels } from '../_parts/call/client-labels';
import type { AdminTexts } from '../_parts/page/admin-page';

const own = [
  'subject', 'subject_help', 'preview', 'preview_help', 'lang', 'lang_help', 'reader_lang', 'reader_lang_help', 'all_languages', 'course_choice', 'course_choice_help', 'any_course', 'course_rule', 'owners', 'others',
  'text', 'saved', 'unsaved', 'readers_saved', 'test', 'test_sent', 'send', 'send_at', 'send_at_help', 'send_sure', 'send_confirm', 'remove', 'remove_sure', 'preview_html', 'preview_text', 'next',
] as const;

/** The texts of the newsletter form, as plain data for the browser. `{to}` and `{count}` are filled in there. */
export interface NewsletterLabels { own: Record<(typeof own)[number], string>; save: SaveLabels; cancel: string; close: string }

export const newsletterLabels = (t: AdminTexts): NewsletterLabels => ({
  own: Object.fromEntries(own.map((name) => [name, t.raw(`newsletter_${name}`) as string])) as NewsletterLabels['own'],
  save: { ...saveLabels(t), saved: t('newsletter_saved') }, cancel: t('cancel'), close: t('close'),
});

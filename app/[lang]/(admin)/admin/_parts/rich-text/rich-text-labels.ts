import 'server-only';
import type { AdminTexts } from '../page/admin-page';

const names = [
  'toolbar', 'undo', 'redo', 'heading2', 'heading3', 'heading4', 'bold', 'italic', 'code', 'bullets', 'numbers', 'quote', 'code_block', 'link', 'link_address', 'link_help', 'link_wrong',
  'link_remove', 'picture', 'alt', 'alt_help', 'lesson', 'lesson_choose', 'lesson_help', 'dir_auto', 'dir_rtl', 'dir_ltr', 'apply', 'as_html', 'as_text', 'lost', 'text', 'text_help', 'html_help', 'close',
] as const;

/** The texts of the rich text field, as plain data for the browser. */
export type RichTextLabels = Record<(typeof names)[number], string>;

export const richTextLabels = (t: AdminTexts): RichTextLabels => Object.fromEntries(names.map((name) => [name, t(`rich_${name}`)])) as RichTextLabels;

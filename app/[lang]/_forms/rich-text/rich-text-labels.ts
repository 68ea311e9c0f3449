export const richTextNames = [
  'toolbar', 'undo', 'redo', 'heading2', 'heading3', 'heading4', 'bold', 'italic', 'code', 'bullets', 'numbers', 'quote', 'code_block', 'link', 'link_address', 'link_help', 'link_wrong',
  'link_remove', 'picture', 'alt', 'alt_help', 'lesson', 'lesson_choose', 'lesson_help', 'dir_auto', 'dir_rtl', 'dir_ltr', 'apply', 'as_html', 'as_text', 'lost', 'picture_lost', 'html_help', 'close',
] as const;

/** The texts of the rich text field, `editor.rich` of the messages. */
export type RichTextLabels = Record<(typeof richTextNames)[number], string>;

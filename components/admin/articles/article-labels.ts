import 'server-only';
import { type ContentLabels, contentLabels } from '@/components/admin/content/content-labels';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import type { FormLabels } from '@/components/form/form-labels';

const own = [
  'publish',
  'schedule',
  'save_hidden',
  'published',
  'scheduled',
  'hidden',
  'saved',
  'typed',
  'saving',
  'unreachable',
  'refused',
  'copy_title',
  'copy_text',
  'copy_use',
  'copy_give_up',
  'discard',
  'sure_discard',
  'settings',
  'remove_language',
  'sure_remove_language',
] as const;

export interface ArticleLabels {
  own: Record<(typeof own)[number], string>;
  content: ContentLabels;
  settings: FormLabels;
}

const fields = ['id', 'category', 'imageUrl', 'published', 'publishedAt', 'title', 'description'] as const;

export function articleLabels(t: AdminTexts, form: FormLabels): ArticleLabels {
  const help = Object.fromEntries(fields.map((name) => [name, t(`article_help_${name}`)]));
  const content = contentLabels(t, { ...form, help: { ...form.help, ...help } });
  return {
    content,
    settings: {
      ...content.form,
      labels: { ...content.form.labels, category: t('article_category_key') },
      help: { ...content.form.help, category: t('article_category_key_help') },
    },
    own: Object.fromEntries(own.map((name) => [name, t(`article_${name}`)])) as ArticleLabels['own'],
  };
}

import { articlePreview } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { createArticlePreviewUrl } from '@/lib/articles/admin/drafts';
import { now } from '@/lib/clock';
import { previewSchema } from '@/lib/content/admin/preview';
import { defaultLanguage } from '@/lib/language';

export const POST = handler(
  {
    id: 'createArticlePreview',
    tag: 'Administration',
    summary: 'Create a private preview link for a draft',
    description: 'The link works in this session only, for 15 minutes.',
    access: 'articles',
    answers: { 200: articlePreview },
    body: previewSchema,
    example: { body: { lang: defaultLanguage } },
  },
  async ({ actor, params: { id = '' }, body: { lang } }) => createArticlePreviewUrl(actor, id, lang, now()),
);

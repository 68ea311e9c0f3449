import { articlePreviewAddress } from '@/lib/articles/admin/drafts';
import { previewSchema } from '@/lib/content/admin/preview';
import { articlePreview } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { defaultLanguage } from '@/lib/language';

export const POST = handler(
  {
    id: 'createArticlePreview',
    tag: 'Administration',
    summary: 'The address of an article as it is being written, for this session alone',
    access: 'articles',
    answers: { 200: articlePreview },
    body: previewSchema,
    example: { body: { lang: defaultLanguage } },
  },
  async ({ actor, params: { id = '' }, body: { lang } }) => articlePreviewAddress(actor, id, lang, now()),
);

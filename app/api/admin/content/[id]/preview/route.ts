import { contentPreview } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { previewSchema, previewUrl } from '@/lib/content/admin/preview';
import { defaultLanguage } from '@/lib/language';

export const POST = handler(
  {
    id: 'createContentPreview',
    tag: 'Administration',
    summary: 'Create a preview link for a saved draft',
    description: 'The link works in this session only, for 15 minutes.',
    access: 'content',
    answers: { 200: contentPreview },
    body: previewSchema,
    example: { params: { id: 'common.footer' }, body: { lang: defaultLanguage } },
  },
  async ({ actor, params: { id = '' }, body: { lang } }) => previewUrl(actor, id, lang, now()),
);

import { adminArticle } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { articleChangeSchema, changeArticle } from '@/lib/articles/admin/articles';

export const POST = handler(
  {
    id: 'createArticle',
    tag: 'Administration',
    summary: 'Create an article',
    access: 'articles',
    answers: { 201: adminArticle },
    problems: [409],
    body: articleChangeSchema,
  },
  async ({ actor, body }) => Response.json(await changeArticle(actor, null, body), { status: 201 }),
);

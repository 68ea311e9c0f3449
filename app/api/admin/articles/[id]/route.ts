import { adminArticle } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { articleChangeSchema, changeArticle, removeArticle, requireAdminArticle } from '@/lib/articles/admin/articles';

export const GET = handler(
  {
    id: 'getAdminArticle',
    tag: 'Administration',
    summary: 'An article in all its languages',
    access: 'articles',
    answers: { 200: adminArticle },
  },
  async ({ actor, params: { id = '' } }) => requireAdminArticle(actor, id),
);
export const PUT = handler(
  {
    id: 'changeArticle',
    tag: 'Administration',
    summary: 'Change an article',
    description: 'A new `id` moves the article. Its old address redirects.',
    access: 'articles',
    answers: { 200: adminArticle },
    problems: [409],
    body: articleChangeSchema,
  },
  async ({ actor, params: { id = '' }, body }) => changeArticle(actor, id, body),
);
export const DELETE = handler(
  {
    id: 'deleteArticle',
    tag: 'Administration',
    summary: 'Delete an article',
    access: 'articles',
    answers: { 204: null },
  },
  async ({ actor, params: { id = '' } }) => {
    await removeArticle(actor, id);
    return new Response(null, { status: 204 });
  },
);

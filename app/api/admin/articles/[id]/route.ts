import { articleChangeSchema, changeArticle, removeArticle, requireAdminArticle } from '@/lib/admin/articles/articles';
import { adminArticle } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'articles', answers: { 200: adminArticle } }, async ({ actor, params: { id = '' } }) => requireAdminArticle(actor, id));
export const PUT = handler({ access: 'articles', answers: { 200: adminArticle }, body: articleChangeSchema }, async ({ actor, params: { id = '' }, body }) => changeArticle(actor, id, body));
export const DELETE = handler({ access: 'articles', answers: { 204: null } }, async ({ actor, params: { id = '' } }) => {
  await removeArticle(actor, id);
  return new Response(null, { status: 204 });
});

import { articleChangeSchema, changeArticle, removeArticle, requireAdminArticle } from '@/lib/admin/articles';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

const longTexts = 900 * 1024;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ actor, params: { id = '' } }) => requireAdminArticle(actor, id)),
  PUT: handler({ access: 'admin', body: articleChangeSchema, maxBytes: longTexts }, async ({ actor, params: { id = '' }, body }) => changeArticle(actor, id, body)),
  DELETE: handler({ access: 'admin' }, async ({ actor, params: { id = '' } }) => {
    await removeArticle(actor, id);
    return new Response(null, { status: 204 });
  }),
});

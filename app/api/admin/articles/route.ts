import { articleChangeSchema, changeArticle } from '@/lib/admin/articles';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

const longTexts = 900 * 1024;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ access: 'admin', body: articleChangeSchema, maxBytes: longTexts }, async ({ actor, body }) => Response.json(await changeArticle(actor, null, body), { status: 201 })),
});

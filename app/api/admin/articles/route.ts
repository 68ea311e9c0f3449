import { articleChangeSchema, changeArticle } from '@/lib/admin/articles/articles';
import { adminArticle } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const POST = handler({ access: 'articles', answers: { 201: adminArticle }, body: articleChangeSchema }, async ({ actor, body }) => Response.json(await changeArticle(actor, null, body), { status: 201 }));

import { articlesSchema, changeArticles } from '@/lib/admin/bulk/bulk-changes';
import { bulkResult } from '@/lib/api/answers/administration';
import { bulkAnswer } from '@/lib/api/bulk-answer';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

const back = '/admin/articles';

export const POST = handler({ access: 'articles', answers: { 200: bulkResult }, body: articlesSchema, form: { next: back, back } }, async ({ request, actor, body, lang, isForm }) =>
  bulkAnswer(await changeArticles({ actor, bulk: body, lang, now: now() }), { request, lang, isForm, back }));

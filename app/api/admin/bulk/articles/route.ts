import { articlesSchema, changeArticles } from '@/lib/admin/bulk';
import { bulkResult } from '@/lib/api/answers/administration';
import { createBulkResponse } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { bulkRowsText } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';

const back = '/admin/articles';

export const POST = handler(
  {
    id: 'changeArticles',
    tag: 'Administration',
    summary: 'Publish or hide several articles',
    description: bulkRowsText,
    access: 'articles',
    answers: { 200: bulkResult },
    body: articlesSchema,
    form: { next: back, back },
    example: { body: { action: 'hide', rows: { none: '2026-01-01T00:00:00Z' } } },
  },
  async ({ request, actor, body, lang, isForm }) =>
    createBulkResponse(await changeArticles({ actor, bulk: body, lang, now: now() }), { request, lang, isForm, back }),
);

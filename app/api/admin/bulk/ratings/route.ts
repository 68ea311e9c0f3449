import { changeRatings, ratingsSchema } from '@/lib/admin/bulk';
import { bulkResult } from '@/lib/api/answers/administration';
import { createBulkResponse } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { bulkRowsText } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';

const back = '/admin/ratings';

export const POST = handler(
  {
    id: 'changeRatings',
    tag: 'Administration',
    summary: 'Publish or hide several ratings',
    description: bulkRowsText,
    access: 'admin',
    answers: { 200: bulkResult },
    body: ratingsSchema,
    form: { next: back, back },
    example: { body: { action: 'published', rows: { none: '2026-01-01T00:00:00Z' } } },
  },
  async ({ request, actor, body, lang, isForm }) =>
    createBulkResponse(await changeRatings({ actor, bulk: body, lang, now: now() }), { request, lang, isForm, back }),
);

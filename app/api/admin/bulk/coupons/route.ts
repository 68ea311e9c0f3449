import { couponsSchema, endCoupons } from '@/lib/admin/bulk';
import { bulkResult } from '@/lib/api/answers/administration';
import { createBulkResponse } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { bulkRowsText } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';

const back = '/admin/coupons';

export const POST = handler(
  {
    id: 'endCoupons',
    tag: 'Administration',
    summary: 'End several coupons now',
    description: bulkRowsText,
    access: 'admin',
    answers: { 200: bulkResult },
    body: couponsSchema,
    form: { next: back, back },
    example: { body: { action: 'end', rows: { none: '' } } },
  },
  async ({ request, actor, body, lang, isForm }) =>
    createBulkResponse(await endCoupons({ actor, bulk: body, lang, now: now() }), { request, lang, isForm, back }),
);

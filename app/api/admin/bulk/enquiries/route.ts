import { changeEnquiries, enquiriesSchema } from '@/lib/admin/bulk';
import { bulkResult } from '@/lib/api/answers/administration';
import { createBulkResponse } from '@/lib/api/form-posts';
import { handler } from '@/lib/api/handler';
import { bulkRowsText } from '@/lib/api/openapi/shared-texts';
import { now } from '@/lib/clock';

const back = '/admin/enquiries';

export const POST = handler(
  {
    id: 'changeEnquiries',
    tag: 'Administration',
    summary: 'Mark several messages as handled or open, or delete them',
    description: bulkRowsText,
    access: 'admin',
    answers: { 200: bulkResult },
    body: enquiriesSchema,
    form: { next: back, back },
    example: { body: { action: 'handled', rows: { none: '' } } },
  },
  async ({ request, actor, body, lang, isForm }) =>
    createBulkResponse(await changeEnquiries({ actor, bulk: body, lang, now: now() }), { request, lang, isForm, back }),
);

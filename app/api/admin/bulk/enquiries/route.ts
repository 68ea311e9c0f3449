import { changeEnquiries, enquiriesSchema } from '@/lib/admin/bulk/bulk-changes';
import { bulkResult } from '@/lib/api/answers/administration';
import { bulkAnswer } from '@/lib/api/bulk-answer';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

const back = '/admin/enquiries';

export const POST = handler({ access: 'admin', answers: { 200: bulkResult }, body: enquiriesSchema, form: { next: back, back } }, async ({ request, actor, body, lang, isForm }) =>
  bulkAnswer(await changeEnquiries({ actor, bulk: body, lang, now: now() }), { request, lang, isForm, back }));

import { enquiryQuerySchema, listEnquiries } from '@/lib/admin/enquiries';
import { listAnswer, queryOf } from '@/lib/admin/list-answer';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor }) => listAnswer(request, await listEnquiries(actor, queryOf(request, enquiryQuerySchema)))),
});

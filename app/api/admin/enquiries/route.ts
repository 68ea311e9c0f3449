import { enquiryQuerySchema, listEnquiries } from '@/lib/admin/enquiries';
import { enquiryList } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'admin', answers: { 200: enquiryList }, query: enquiryQuerySchema }, async ({ request, actor, query }) => listAnswer(request, await listEnquiries(actor, query)));

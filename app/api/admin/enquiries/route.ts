import { enquiryList } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';
import { enquiryQuerySchema, listEnquiries } from '@/lib/contact/admin/enquiries';

export const GET = handler(
  {
    id: 'listEnquiries',
    tag: 'Administration',
    summary: 'Messages from visitors',
    access: 'admin',
    answers: { 200: enquiryList },
    headers: listHeaders,
    query: enquiryQuerySchema,
  },
  async ({ request, actor, query }) => listResponse(request, await listEnquiries(actor, query)),
);

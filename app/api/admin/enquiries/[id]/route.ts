import { enquiry } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { deleteEnquiry, enquiryChangeSchema, handleEnquiry } from '@/lib/contact/admin/enquiries';

export const PUT = handler(
  {
    id: 'changeEnquiry',
    tag: 'Administration',
    summary: 'Mark a message as handled or open',
    access: 'admin',
    answers: { 200: enquiry },
    body: enquiryChangeSchema,
    example: { body: { handled: true } },
  },
  async ({ actor, params: { id = '' }, body: { handled } }) => handleEnquiry(actor, id, handled, now()),
);
export const DELETE = handler(
  {
    id: 'deleteEnquiry',
    tag: 'Administration',
    summary: 'Delete a message',
    access: 'admin',
    answers: { 204: null },
  },
  async ({ actor, params: { id = '' } }) => {
    await deleteEnquiry(actor, id);
    return new Response(null, { status: 204 });
  },
);

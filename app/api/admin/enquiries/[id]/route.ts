import { deleteEnquiry, enquiryChangeSchema, handleEnquiry } from '@/lib/admin/enquiries';
import { now } from '@/lib/clock';
import { enquiry } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';

export const PUT = handler({ access: 'admin', answers: { 200: enquiry }, body: enquiryChangeSchema }, async ({ actor, params: { id = '' }, body: { handled } }) => handleEnquiry(actor, id, handled, now()));
export const DELETE = handler({ access: 'admin', answers: { 204: null } }, async ({ actor, params: { id = '' } }) => {
  await deleteEnquiry(actor, id);
  return new Response(null, { status: 204 });
});

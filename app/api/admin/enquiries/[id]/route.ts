import { enquiryChangeSchema, handleEnquiry } from '@/lib/admin/enquiries';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PUT: handler({ access: 'admin', body: enquiryChangeSchema }, async ({ actor, params: { id = '' }, body: { handled } }) => handleEnquiry(actor, id, handled, now())),
});

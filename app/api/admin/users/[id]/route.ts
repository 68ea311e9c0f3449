import { requireUserDetails } from '@/lib/accounts/admin/users';
import { adminUser } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const GET = handler(
  {
    id: 'getUser',
    tag: 'Administration',
    summary: 'A user with courses, orders and sessions',
    access: 'admin',
    answers: { 200: adminUser },
  },
  async ({ actor, params: { id = '' } }) => requireUserDetails(actor, id, now()),
);

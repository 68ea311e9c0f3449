import { listUsers, userQuerySchema } from '@/lib/accounts/admin/users';
import { userRows } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';

export const GET = handler(
  {
    id: 'listUsers',
    tag: 'Administration',
    summary: 'Learners and administrators',
    access: 'admin',
    answers: { 200: userRows },
    headers: listHeaders,
    query: userQuerySchema,
  },
  async ({ request, actor, query }) => listResponse(request, await listUsers(actor, query)),
);

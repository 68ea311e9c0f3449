import { listUsers, userQuerySchema } from '@/lib/admin/users/users';
import { userRows } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'admin', answers: { 200: userRows }, query: userQuerySchema }, async ({ request, actor, query }) => listAnswer(request, await listUsers(actor, query)));

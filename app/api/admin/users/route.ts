import { listAnswer, queryOf } from '@/lib/admin/list-answer';
import { listUsers, userQuerySchema } from '@/lib/admin/users';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor }) => listAnswer(request, await listUsers(actor, queryOf(request, userQuerySchema)))),
});

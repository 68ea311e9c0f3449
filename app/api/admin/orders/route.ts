import { listAnswer, queryOf } from '@/lib/admin/list-answer';
import { listOrders, orderQuerySchema } from '@/lib/admin/order-list';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor }) => listAnswer(request, await listOrders(actor, queryOf(request, orderQuerySchema)))),
});

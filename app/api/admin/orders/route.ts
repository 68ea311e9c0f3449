import { listAnswer } from '@/lib/admin/list-answer';
import { listOrders, orderQuerySchema } from '@/lib/admin/order-list';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { parseQuery } from '@/lib/guards/parse-query';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor, lang }) => listAnswer(request, await listOrders(actor, await parseQuery(request, orderQuerySchema, lang)))),
});

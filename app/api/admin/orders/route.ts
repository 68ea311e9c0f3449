import { listOrders, orderQuerySchema } from '@/lib/admin/orders/order-list';
import { orderRows } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listAnswer } from '@/lib/api/paging';

export const GET = handler({ access: 'admin', answers: { 200: orderRows }, query: orderQuerySchema }, async ({ request, actor, query }) => listAnswer(request, await listOrders(actor, query)));

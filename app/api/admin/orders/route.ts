import { orderRows } from '@/lib/api/answers/administration';
import { handler } from '@/lib/api/handler';
import { listHeaders } from '@/lib/api/openapi/shared-texts';
import { listResponse } from '@/lib/api/responses';
import { listOrders, orderQuerySchema } from '@/lib/orders/admin/order-list';

export const GET = handler(
  {
    id: 'listOrders',
    tag: 'Administration',
    summary: 'Orders',
    access: 'admin',
    answers: { 200: orderRows },
    headers: listHeaders,
    query: orderQuerySchema,
  },
  async ({ request, actor, query }) => listResponse(request, await listOrders(actor, query)),
);

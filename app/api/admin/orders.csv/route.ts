import { ordersCsv } from '@/lib/admin/orders/order-csv';
import { orderQuerySchema } from '@/lib/admin/orders/order-list';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: 'text/csv' }, query: orderQuerySchema }, async ({ actor, query }) => {
  const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="orders.csv"', 'cache-control': 'no-store' };
  return new Response(await ordersCsv(actor, query), { headers });
});

import { orderExportSchema, ordersCsv } from '@/lib/admin/orders/order-export';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: 'text/csv' }, query: orderExportSchema }, async ({ actor, query }) => {
  const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="orders.csv"', 'cache-control': 'no-store' };
  return new Response(await ordersCsv(actor, query), { headers });
});

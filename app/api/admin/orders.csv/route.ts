import { queryOf } from '@/lib/admin/list-answer';
import { ordersCsv } from '@/lib/admin/order-csv';
import { orderQuerySchema } from '@/lib/admin/order-list';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';

export const { GET, POST, PUT, PATCH, DELETE } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor }) => {
    const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="orders.csv"', 'cache-control': 'no-store' };
    return new Response(await ordersCsv(actor, queryOf(request, orderQuerySchema)), { headers });
  }),
});

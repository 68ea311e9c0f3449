import { ordersCsv } from '@/lib/admin/order-csv';
import { orderQuerySchema } from '@/lib/admin/order-list';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { parseQuery } from '@/lib/api/parse-query';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: handler({ access: 'admin' }, async ({ request, actor, lang }) => {
    const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="orders.csv"', 'cache-control': 'no-store' };
    return new Response(await ordersCsv(actor, await parseQuery(request, orderQuerySchema, lang)), { headers });
  }),
});

import { orderExportSchema, ordersXlsx } from '@/lib/admin/orders/order-export';
import { xlsxType } from '@/lib/admin/tables/xlsx';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: xlsxType }, query: orderExportSchema }, async ({ actor, query }) => {
  const headers = { 'content-type': xlsxType, 'content-disposition': 'attachment; filename="orders.xlsx"', 'cache-control': 'no-store' };
  return new Response(await ordersXlsx(actor, query), { headers });
});

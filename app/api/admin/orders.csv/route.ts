import { handler } from '@/lib/api/handler';
import { csvText } from '@/lib/api/openapi/shared-texts';
import { exportOrdersAsCsv, orderExportSchema } from '@/lib/orders/admin/order-list';

export const GET = handler(
  {
    id: 'exportOrders',
    tag: 'Administration',
    summary: 'Orders as CSV',
    description: `UTF-8 with a byte order mark, one line per order, newest first. \`quantity\` is the number of seats, 1 for other orders. New columns are added at the end. ${csvText}`,
    access: 'admin',
    answers: { 200: 'text/csv' },
    query: orderExportSchema,
  },
  async ({ actor, query }) => {
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="orders.csv"',
      'cache-control': 'no-store',
    };
    return new Response(await exportOrdersAsCsv(actor, query), { headers });
  },
);

import { xlsxType } from '@/lib/admin/tables';
import { handler } from '@/lib/api/handler';
import { exportOrdersAsXlsx, orderExportSchema } from '@/lib/orders/admin/order-list';

export const GET = handler(
  {
    id: 'exportOrdersAsWorkbook',
    tag: 'Administration',
    summary: 'Orders as an Excel workbook',
    description: 'Has the columns of `orders.csv`, as typed cells: numbers, texts and Cairo times.',
    access: 'admin',
    answers: { 200: xlsxType },
    query: orderExportSchema,
  },
  async ({ actor, query }) => {
    const headers = {
      'content-type': xlsxType,
      'content-disposition': 'attachment; filename="orders.xlsx"',
      'cache-control': 'no-store',
    };
    return new Response(await exportOrdersAsXlsx(actor, query), { headers });
  },
);

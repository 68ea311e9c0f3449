import { handler } from '@/lib/api/handler';
import { exportEReceipts, monthSchema } from '@/lib/orders/admin/tax-receipt-export';

export const GET = handler(
  {
    id: 'exportReceiptsAsJson',
    tag: 'Administration',
    summary: "A month's tax receipts and credit notes as e-receipt JSON",
    description:
      'Uses the format of Egypt\'s e-receipt, `{"receipts": […]}`. The documents are neither signed nor submitted.',
    access: 'admin',
    answers: { 200: 'application/json' },
    query: monthSchema,
  },
  async ({ actor, query: { month } }) => {
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="receipts-${month}.json"`,
      'cache-control': 'no-store',
    };
    return new Response(await exportEReceipts({ actor, month }), { headers });
  },
);

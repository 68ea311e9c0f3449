import { eReceiptsJson, monthSchema } from '@/lib/orders/admin/tax-receipt-export';
import { handler } from '@/lib/api/handler';

export const GET = handler(
  {
    id: 'exportReceiptsAsJson',
    tag: 'Administration',
    summary: "Tax receipts and credit notes of a month in the form of Egypt's e-receipt",
    description: '`{"receipts": […]}`, neither signed nor submitted.',
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
    return new Response(await eReceiptsJson({ actor, month }), { headers });
  },
);

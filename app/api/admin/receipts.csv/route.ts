import { receiptExportSchema, taxReceiptsCsv } from '@/lib/orders/admin/tax-receipt-export';
import { handler } from '@/lib/api/handler';
import { csvText } from '@/lib/api/openapi/shared-texts';

export const GET = handler(
  {
    id: 'exportReceiptsAsCsv',
    tag: 'Administration',
    summary: 'Tax receipts and credit notes of a month as CSV',
    description: csvText,
    access: 'admin',
    answers: { 200: 'text/csv' },
    query: receiptExportSchema,
  },
  async ({ actor, query: { month, lang } }) => {
    const headers = {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="receipts-${month}.csv"`,
      'cache-control': 'no-store',
    };
    return new Response(await taxReceiptsCsv({ actor, month, lang }), { headers });
  },
);

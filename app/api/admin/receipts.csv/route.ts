import { handler } from '@/lib/api/handler';
import { csvText } from '@/lib/api/openapi/shared-texts';
import { exportCsv, receiptExportSchema } from '@/lib/orders/admin/tax-receipt-export';

export const GET = handler(
  {
    id: 'exportReceiptsAsCsv',
    tag: 'Administration',
    summary: "A month's tax receipts and credit notes as CSV",
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
    return new Response(await exportCsv({ actor, month, lang }), { headers });
  },
);

import { receiptExportSchema, taxReceiptsXlsx } from '@/lib/orders/admin/tax-receipt-export';
import { xlsxType } from '@/lib/admin/tables';
import { handler } from '@/lib/api/handler';

export const GET = handler(
  {
    id: 'exportReceiptsAsWorkbook',
    tag: 'Administration',
    summary: 'Tax receipts and credit notes of a month for spreadsheets',
    access: 'admin',
    answers: { 200: xlsxType },
    query: receiptExportSchema,
  },
  async ({ actor, query: { month, lang } }) => {
    const headers = {
      'content-type': xlsxType,
      'content-disposition': `attachment; filename="receipts-${month}.xlsx"`,
      'cache-control': 'no-store',
    };
    return new Response(await taxReceiptsXlsx({ actor, month, lang }), { headers });
  },
);

import { xlsxType } from '@/lib/admin/tables';
import { handler } from '@/lib/api/handler';
import { exportXlsx, receiptExportSchema } from '@/lib/orders/admin/tax-receipt-export';

export const GET = handler(
  {
    id: 'exportReceiptsAsWorkbook',
    tag: 'Administration',
    summary: "A month's tax receipts and credit notes as a workbook",
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
    return new Response(await exportXlsx({ actor, month, lang }), { headers });
  },
);

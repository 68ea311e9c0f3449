import { receiptExportSchema, taxReceiptsCsv } from '@/lib/admin/receipts/tax-receipt-export';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: 'text/csv' }, query: receiptExportSchema }, async ({ actor, query: { month, lang } }) => {
  const headers = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="receipts-${month}.csv"`, 'cache-control': 'no-store' };
  return new Response(await taxReceiptsCsv({ actor, month, lang }), { headers });
});

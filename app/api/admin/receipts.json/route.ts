import { eReceiptsJson, monthSchema } from '@/lib/admin/receipts/tax-receipt-export';
import { handler } from '@/lib/api/handler';

export const GET = handler({ access: 'admin', answers: { 200: 'application/json' }, query: monthSchema }, async ({ actor, query: { month } }) => {
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-disposition': `attachment; filename="receipts-${month}.json"`, 'cache-control': 'no-store' };
  return new Response(await eReceiptsJson({ actor, month }), { headers });
});

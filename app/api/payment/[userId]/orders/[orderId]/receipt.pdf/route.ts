import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { receiptPdf } from '@/lib/orders/receipts/receipt-pdf';
import { defaultLanguage, languages } from '@/lib/language';
import { notFound } from '@/lib/problem';

const query = z.object({
  lang: z.enum(languages).default(defaultLanguage).describe('The second language of the receipt, beside Arabic.'),
});

export const GET = handler(
  {
    id: 'getReceiptPdf',
    tag: 'Payments',
    summary: 'Receipt and credit notes of a paid order as PDF',
    access: 'self',
    answers: { 200: 'application/pdf' },
    query,
  },
  async ({ actor, params, query: { lang } }) => {
    const receipt = await findReceipt(actor, params.orderId ?? '');
    if (!receipt) throw notFound('unknown-order');
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${receipt.label}.pdf"`,
      'cache-control': 'no-store',
    };
    return new Response(new Uint8Array(await receiptPdf(receipt, lang)), { headers });
  },
);

import { z } from 'zod';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';
import { defaultLanguage, languages } from '@/lib/language';
import { downloadReceipt } from '@/lib/orders/receipts/receipt-pdf';

const query = z.object({
  lang: z
    .enum(languages)
    .default(defaultLanguage)
    .describe('The second language of the receipt, in addition to Arabic.'),
});

export const GET = handler(
  {
    id: 'getReceiptPdf',
    tag: 'Payments',
    summary: 'Receipt and credit notes of a paid order as PDF',
    access: 'sameUserOrAdmin',
    answers: { 200: 'application/pdf' },
    query,
  },
  async ({ actor, params, query: { lang } }) => {
    const { label, pdf } = await downloadReceipt({ actor, orderId: params.orderId ?? '', lang, now: now() });
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${label}.pdf"`,
      'cache-control': 'no-store',
    };
    return new Response(new Uint8Array(pdf), { headers });
  },
);

import 'server-only';
import { db } from '@/lib/database/client';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { gateway } from './gateway';
import { askAboutOrder } from './inquire';

export type Returned = { readonly orderId: string; readonly lang: Language } | null;

/**
 * Where Paymob sends the browser. The query only says which order to ask about, and only when it is signed;
 * what it claims about success is not read (row P5). Null when there is nothing to show.
 */
export async function receiveReturn({ query, now }: { query: URLSearchParams; now: Date }): Promise<Returned> {
  const reading = gateway()?.readRedirect(query);
  if (reading?.kind !== 'signed') return null;
  const client = await db();
  const attempt = await client.paymentAttempt.findUnique({
    where: { intentionOrderId: BigInt(reading.orderId) },
    select: { order: { select: { id: true, lang: true } } },
  });
  if (!attempt) return null;
  const { id: orderId, lang } = attempt.order;
  await askAboutOrder(orderId, { source: 'return', now });
  return { orderId, lang: isLanguage(lang) ? lang : defaultLanguage };
}

import 'server-only';
import { db } from '@/lib/database/client';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { paidProvider } from '@/lib/payments/providers';
import { inquireOrder } from './inquire';

export interface Returned { readonly orderId: string; readonly lang: Language }

/**
 * Where the provider sends the browser. The query only says which order to ask about, and only when it is signed; what it
 * claims about success is not read (row P5). Null when there is nothing to show.
 */
export async function receiveReturn({ query, now }: { query: URLSearchParams; now: Date }): Promise<Returned | null> {
  const paymentId = paidProvider()?.readReturn(query);
  if (!paymentId) return null;
  const client = await db();
  const attempt = await client.paymentAttempt.findUnique({ where: { paymentId }, select: { order: { select: { id: true, lang: true } } } });
  if (!attempt) return null;
  const { id: orderId, lang } = attempt.order;
  await inquireOrder(orderId, { source: 'return', withClosed: true, now });
  return { orderId, lang: isLanguage(lang) ? lang : defaultLanguage };
}

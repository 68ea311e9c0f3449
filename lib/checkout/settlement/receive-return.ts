import 'server-only';
import { db } from '@/lib/database/client';
import { takeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { paidProvider } from '@/lib/payments/providers';
import { Problem } from '@/lib/problem';
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
  const attempt = await client.paymentAttempt.findUnique({ where: { paymentId }, select: { order: { select: { id: true, lang: true, paidChargeId: true } } } });
  if (!attempt) return null;
  const { id: orderId, lang, paidChargeId } = attempt.order;
  if (!(await isSettledBy(paymentId, paidChargeId)) && (await mayAsk(orderId, now))) await inquireOrder(orderId, { source: 'return', withClosed: true, now });
  return { orderId, lang: isLanguage(lang) ? lang : defaultLanguage };
}

/** Whether the order was paid by this payment: asking again would say what is known. */
async function isSettledBy(paymentId: string, paidChargeId: string | null): Promise<boolean> {
  if (paidChargeId === null) return false;
  const client = await db();
  return (await client.paymentEvent.count({ where: { paymentId, chargeId: paidChargeId } })) > 0;
}

/** The address of a return works without a session and again and again; the provider is not asked each time. */
async function mayAsk(orderId: string, now: Date): Promise<boolean> {
  try {
    await takeLimit('return-order', orderId, now);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.status === 429) return false;
    throw error;
  }
}

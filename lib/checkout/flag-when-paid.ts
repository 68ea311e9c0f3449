import 'server-only';
import { db, transaction } from '@/lib/database/client';
import { log } from '@/lib/log';
import type { PaymobClient } from '@/lib/paymob/client';
import { isPaymobError } from '@/lib/paymob/errors';
import { lockOrder } from './order-lock';
import { writeNote } from './timeline';

/**
 * Some accounts may not ask about transactions at all. The intention itself says whether it is paid, without naming the
 * transaction: enough to call a person, not enough to grant.
 */
export async function flagWhenPaid(paymob: PaymobClient, attempt: { id: string; orderId: string }, now: Date): Promise<void> {
  const client = await db();
  const { checkoutUrl } = await client.paymentAttempt.findUniqueOrThrow({ where: { id: attempt.id }, select: { checkoutUrl: true } });
  const secret = checkoutUrl && new URL(checkoutUrl).searchParams.get('clientSecret');
  if (!secret || !(await saysPaid(paymob, secret))) return;
  await transaction(async (tx) => {
    await lockOrder(tx, attempt.orderId);
    const flagged = await tx.order.updateMany({
      where: { id: attempt.orderId, paidTransactionId: null, needsReview: null }, data: { needsReview: 'paid-unconfirmed' },
    });
    if (flagged.count > 0) await writeNote(tx, { orderId: attempt.orderId, kind: 'review', detail: { why: 'paid-unconfirmed' }, now });
  });
}

async function saysPaid(paymob: PaymobClient, clientSecret: string): Promise<boolean> {
  try {
    return (await paymob.isIntentionPaid(clientSecret)) === true;
  } catch (error) {
    if (!isPaymobError(error)) throw error;
    log.warn({ error: error.message }, 'the intention could not be read');
    return false;
  }
}

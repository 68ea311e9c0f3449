import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { transaction } from '@/lib/database/client';
import { notFound, Problem } from '@/lib/problem';
import { lockOrder } from './order-lock';
import { finishByHand } from './returns';
import { settledOrderFields } from './settled-order';

/**
 * Paymob cannot refund a kiosk payment: the money was transferred by hand, and an administrator says so.
 * @throws Problem 401, 403, 404 · 409 `refund-not-by-hand` unless Paymob could not do it
 */
export async function refundByHand({ actor, orderId, reason, now }: { actor: MaybeActor; orderId: string; reason: string; now: Date }): Promise<void> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const order = await tx.order.findUnique({ where: { id: orderId }, select: settledOrderFields });
    if (!order) throw notFound('unknown-order');
    const request = await tx.refundRequest.findFirst({ where: { orderId, status: 'failed' }, select: { id: true, amountPiastres: true, transactionId: true } });
    if (!request || order.paidTransactionId === null) throw new Problem(409, 'refund-not-by-hand');
    await finishByHand(tx, order, request, now);
    await writeAudit(tx, { actor, action: 'order.refunded-by-hand', subject: `order:${orderId}`, detail: { reason } });
  });
}

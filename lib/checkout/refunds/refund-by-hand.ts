import 'server-only';
import { assertAdmin } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { transaction } from '@/lib/database/client';
import { notFound, Problem } from '@/lib/problem';
import { lockOrder } from '@/lib/checkout/orders/order-row';
import { finishByHand, openRequestFields } from '@/lib/checkout/settlement/refunded-charge';
import { orderFields } from '@/lib/checkout/orders/order-row';
import type { RefundDecided } from './decide-refund';

/**
 * Some payments the provider cannot refund (kiosk): the money was transferred by hand, and an administrator says so.
 * @throws Problem 401, 403, 404 · 409 `refund-not-by-hand` unless the provider could not do it
 */
export async function refundByHand({ actor, orderId, requestId, reason, now }: RefundDecided): Promise<void> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const order = await tx.order.findUnique({ where: { id: orderId }, select: orderFields });
    if (!order) throw notFound('unknown-order');
    const request = await tx.refundRequest.findFirst({
      where: { orderId, status: 'failed', ...(requestId === undefined ? {} : { id: requestId }) },
      orderBy: { requestedAt: 'desc' }, select: { chargeId: true, currency: true, ...openRequestFields },
    });
    const chargeId = request?.chargeId ?? order.paidChargeId;
    if (!request || chargeId === null || (order.paidChargeId === null && chargeId !== order.receivedChargeId)) throw new Problem(409, 'refund-not-by-hand');
    await finishByHand(tx, order, { ...request, chargeId }, now);
    await writeAudit(tx, { actor, action: 'order.refunded-by-hand', subject: `order:${orderId}`, detail: { reason } });
  });
}

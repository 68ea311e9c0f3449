import type { OrderPurpose, OrderStatus, PaymentMethod } from '@/generated/prisma/enums';
import { auditRead } from '@/lib/accounts/audit';
import { addSeconds } from '@/lib/clock';
import { localisedText } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { inquireOrder } from '@/lib/orders/settlement/inquire';
import { assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { nothingBoughtCondition, type PendingRefund, pendingRefundOf, receivedPaymentOf } from './order-row';

export interface OrderView {
  orderId: string;
  number: number;
  purpose: OrderPurpose;
  status: OrderStatus;
  productKey: string;
  courseSlugs: string[];
  description: Localised;
  amount: number;
  discount: number;
  coupon: string | null;
  currency: string;
  method: PaymentMethod | null;
  billReference: string | null;
  failureCode: string | null;
  checkoutUrl: string | null;
  returning: PendingRefund | null;
  received: { amount: number; currency: string } | null;
  expiresAt: Date;
  paidAt: Date | null;
  refundedAt: Date | null;
  gift: { recipientName: string; sendAt: Date | null; sentAt: Date | null } | null;
}

export interface OrderQuery {
  readonly actor: MaybeActor;
  readonly userId: string;
  readonly orderId: string;
}

/** Returns null for an unknown order and for another buyer's. @throws Problem 401, 403 */
export async function findOrder({ actor, userId, orderId }: OrderQuery): Promise<OrderView | null> {
  assertSameUserOrAdmin(actor, userId);
  const order = await readOrder(userId, orderId);
  if (order) await auditRead(await db(), { actor, userId, read: 'order', detail: { number: `#${order.number}` } });
  return order;
}

async function readOrder(userId: string, orderId: string): Promise<OrderView | null> {
  const client = await db();
  const order = await client.order.findFirst({
    where: { id: orderId, userId },
    select: {
      id: true,
      number: true,
      purpose: true,
      status: true,
      productKey: true,
      gift: { select: { recipientName: true, sendAt: true, sentAt: true } },
      lines: { orderBy: { position: 'asc' }, select: { courseSlug: true } },
      product: { select: { description: true } },
      amountPiastres: true,
      currency: true,
      discountPiastres: true,
      coupon: { select: { code: true } },
      method: true,
      billReference: true,
      failureCode: true,
      expiresAt: true,
      paidAt: true,
      refundedAt: true,
      attempts: {
        where: { status: 'open', checkoutUrl: { not: null } },
        orderBy: { createdAt: 'desc' },
        take: 1,
        select: { checkoutUrl: true },
      },
      provider: true,
      receivedPiastres: true,
      receivedCurrency: true,
      refundRequests: {
        where: nothingBoughtCondition,
        orderBy: { requestedAt: 'desc' },
        take: 1,
        select: { kind: true, dueAt: true },
      },
    },
  });
  if (!order) return null;
  const {
    id,
    amountPiastres,
    discountPiastres,
    coupon,
    attempts,
    product,
    lines,
    refundRequests,
    provider,
    receivedPiastres: _receivedPiastres,
    receivedCurrency: _receivedCurrency,
    ...rest
  } = order;
  return {
    ...rest,
    orderId: id,
    courseSlugs: lines.map(({ courseSlug }) => courseSlug),
    description: localisedText(product.description),
    amount: amountPiastres,
    discount: discountPiastres,
    coupon: coupon?.code ?? null,
    checkoutUrl: attempts[0]?.checkoutUrl ?? null,
    returning: pendingRefundOf({ provider, method: rest.method, refundRequests }),
    received: receivedPaymentOf(order),
  };
}

const inquiryGapSeconds = 10;

/** Asks the provider at most every 10 s while the order is pending, so that a lost notification costs only seconds. */
export async function watchOrder(query: OrderQuery & { now: Date }): Promise<OrderView | null> {
  const order = await findOrder(query);
  if (order?.status !== 'pending' || !(await claimInquiry(order.orderId, query.now))) return order;
  await inquireOrder(order.orderId, { source: 'inquiry', now: query.now });
  return readOrder(query.userId, query.orderId);
}

async function claimInquiry(orderId: string, now: Date): Promise<boolean> {
  const client = await db();
  const since = addSeconds(now, -inquiryGapSeconds);
  const claimed = await client.paymentAttempt.updateMany({
    where: {
      orderId,
      status: 'open',
      createdAt: { lte: since },
      OR: [{ lastInquiryAt: null }, { lastInquiryAt: { lte: since } }],
    },
    data: { lastInquiryAt: now },
  });
  return claimed.count > 0;
}

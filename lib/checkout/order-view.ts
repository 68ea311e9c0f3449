import 'server-only';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { addSeconds } from '@/lib/clock';
import type { OrderStatus, PaymentMethod } from '@/generated/prisma/enums';
import { localisedText } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { askAboutOrder } from './inquire';

/** An order as its buyer sees it (api.md). */
export interface OrderView {
  orderId: string;
  number: number;
  status: OrderStatus;
  productKey: string;
  courseSlug: string;
  /** The product's words now, in every language. */
  description: Localised;
  amount: number;
  currency: string;
  method: PaymentMethod | null;
  billReference: string | null;
  failureCode: string | null;
  checkoutUrl: string | null;
  expiresAt: Date;
  paidAt: Date | null;
  refundedAt: Date | null;
}

const askAtMostEverySeconds = 10;

/** The buyer's own order, or null: somebody else's is as unknown as none. @throws Problem 401, 403 */
export async function findOrder({ actor, userId, orderId }: { actor: MaybeActor; userId: string; orderId: string }): Promise<OrderView | null> {
  assertSelf(actor, userId);
  const client = await db();
  const order = await client.order.findFirst({
    where: { id: orderId, userId },
    select: {
      id: true, number: true, status: true, productKey: true, courseSlug: true, product: { select: { description: true } }, amountPiastres: true, currency: true,
      method: true, billReference: true, failureCode: true, expiresAt: true, paidAt: true, refundedAt: true,
      attempts: { where: { status: 'open', checkoutUrl: { not: null } }, orderBy: { createdAt: 'desc' }, take: 1, select: { checkoutUrl: true } },
    },
  });
  if (!order) return null;
  const { id, amountPiastres, attempts, product, ...rest } = order;
  return { ...rest, orderId: id, description: localisedText(product.description), amount: amountPiastres, checkoutUrl: attempts[0]?.checkoutUrl ?? null };
}

/** For the waiting tab: while the order is pending, Paymob is asked once in ten seconds, so a lost callback costs seconds. */
export async function watchOrder(query: { actor: MaybeActor; userId: string; orderId: string; now: Date }): Promise<OrderView | null> {
  const order = await findOrder(query);
  if (order?.status !== 'pending' || !(await takeTurn(order.orderId, query.now))) return order;
  await askAboutOrder(order.orderId, { source: 'inquiry', now: query.now });
  return findOrder(query);
}

async function takeTurn(orderId: string, now: Date): Promise<boolean> {
  const client = await db();
  const since = addSeconds(now, -askAtMostEverySeconds);
  const turn = await client.paymentAttempt.updateMany({
    where: { orderId, status: 'open', createdAt: { lte: since }, OR: [{ lastInquiryAt: null }, { lastInquiryAt: { lte: since } }] },
    data: { lastInquiryAt: now },
  });
  return turn.count > 0;
}

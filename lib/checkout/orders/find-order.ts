import 'server-only';
import { auditRead } from '@/lib/accounts/audit';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import type { OrderPurpose, OrderStatus, PaymentMethod } from '@/generated/prisma/enums';
import { localisedText } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { returningOf, unsold, type Returning } from './order-row';

/** An order as its buyer sees it (docs/api.md). */
export interface OrderView {
  orderId: string;
  number: number;
  purpose: OrderPurpose;
  status: OrderStatus;
  productKey: string;
  /** Of what was bought; of seats one a seat. */
  courseSlugs: string[];
  /** The product's text as it is now. */
  description: Localised;
  amount: number;
  /** What a coupon took off. */
  discount: number;
  coupon: string | null;
  currency: string;
  method: PaymentMethod | null;
  billReference: string | null;
  failureCode: string | null;
  checkoutUrl: string | null;
  /** Why its payment bought nothing and goes back. */
  returning: Returning | null;
  /** A payment of another amount or currency that was not accepted (row P10). */
  received: { amount: number; currency: string } | null;
  expiresAt: Date;
  paidAt: Date | null;
  refundedAt: Date | null;
  /** Whom a gift is for; null for what is none. */
  gift: { recipientName: string; sendAt: Date | null; sentAt: Date | null } | null;
}

export interface OrderQuery { readonly actor: MaybeActor; readonly userId: string; readonly orderId: string }

/** The buyer's own order, or null: somebody else's is as unknown as none. @throws Problem 401, 403 */
export async function findOrder({ actor, userId, orderId }: OrderQuery): Promise<OrderView | null> {
  assertSelf(actor, userId);
  const order = await readOrder(userId, orderId);
  if (order) await auditRead(await db(), { actor, userId, read: 'order', detail: { number: `#${order.number}` } });
  return order;
}

/** As `findOrder`, for functions that have checked the permission. */
export async function readOrder(userId: string, orderId: string): Promise<OrderView | null> {
  const client = await db();
  const order = await client.order.findFirst({
    where: { id: orderId, userId },
    select: {
      id: true, number: true, purpose: true, status: true, productKey: true, gift: { select: { recipientName: true, sendAt: true, sentAt: true } }, lines: { orderBy: { position: 'asc' }, select: { courseSlug: true } }, product: { select: { description: true } }, amountPiastres: true, currency: true,
      discountPiastres: true, coupon: { select: { code: true } },
      method: true, billReference: true, failureCode: true, expiresAt: true, paidAt: true, refundedAt: true,
      attempts: { where: { status: 'open', checkoutUrl: { not: null } }, orderBy: { createdAt: 'desc' }, take: 1, select: { checkoutUrl: true } },
      provider: true, receivedPiastres: true, receivedCurrency: true,
      refundRequests: { where: unsold, orderBy: { requestedAt: 'desc' }, take: 1, select: { reason: true, dueAt: true } },
    },
  });
  if (!order) return null;
  const { id, amountPiastres, discountPiastres, coupon, attempts, product, lines, refundRequests, provider, receivedPiastres, receivedCurrency, ...rest } = order;
  return {
    ...rest, orderId: id, courseSlugs: lines.map(({ courseSlug }) => courseSlug), description: localisedText(product.description), amount: amountPiastres, discount: discountPiastres, coupon: coupon?.code ?? null,
    checkoutUrl: attempts[0]?.checkoutUrl ?? null, returning: returningOf({ provider, method: rest.method, refundRequests }),
    received: receivedPiastres === null ? null : { amount: receivedPiastres, currency: receivedCurrency ?? rest.currency },
  };
}

import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import type { OrderPurpose, OrderStatus, PaymentMethod } from '@/generated/prisma/enums';
import { localisedText } from '@/lib/courses/catalogue/course';
import { listEnrolments } from '@/lib/courses/enrolment/enrolment';
import { db, type Database, type Prisma } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { returningOf, unsold, type Returning } from './order-row';
import { stillSold } from './still-sold';

/** `recipientEmail` and `recipientName` are empty once the recipient's account was deleted. */
export interface MyGift {
  recipientEmail: string;
  recipientName: string;
  sendAt: Date | null;
  sentAt: Date | null;
  openedAt: Date | null;
}

/** An order as My Payments shows it. */
export interface MyPayment {
  orderId: string;
  number: number;
  purpose: OrderPurpose;
  /** The product's text as it is now. */
  description: Localised;
  productKey: string;
  isBundle: boolean;
  /** Of what was bought; of seats one a seat. */
  courseSlugs: string[];
  amountPiastres: number;
  currency: string;
  refundedPiastres: number;
  /** What a coupon took off; null without one. */
  reduction: { code: string; piastres: number } | null;
  status: OrderStatus;
  method: PaymentMethod | null;
  billReference: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  /** Of a gift: for whom, and what became of it. */
  gift: MyGift | null;
  /** Nothing was charged, and the course is still to be had. */
  canRetry: boolean;
  /** A payment of another amount or currency that was not accepted (row P10). */
  received: { amount: number; currency: string } | null;
  /** Why its payment bought nothing and goes back. */
  returning: Returning | null;
  /** The latest refund request that the buyer made. */
  request: { status: string; requestedAt: Date; dueAt: Date; decisionReason: string | null } | null;
  hasCreditNote: boolean;
}

const shownRequests: Prisma.RefundRequestWhereInput = { OR: [{ doubleCharge: false }, unsold] };

const columns = {
  id: true, number: true, purpose: true, productKey: true, amountPiastres: true, refundedPiastres: true, status: true,
  gift: { select: { recipientEmail: true, recipientName: true, sendAt: true, sentAt: true, openedAt: true } },
  product: { select: { description: true, _count: { select: { bundled: true } } } },
  lines: { orderBy: { position: 'asc' }, select: { courseSlug: true } },
  discountPiastres: true, coupon: { select: { code: true } },
  provider: true, currency: true, receivedPiastres: true, receivedCurrency: true,
  method: true, billReference: true, createdAt: true, expiresAt: true, paidAt: true,
  refundRequests: {
    where: shownRequests, orderBy: { requestedAt: 'desc' },
    select: { doubleCharge: true, reason: true, status: true, requestedAt: true, dueAt: true, decisionReason: true, creditNoteNumber: true },
  },
} as const;

export const mostPayments = 200;

/** The actor's own orders, the newest first, at most `mostPayments`. @throws Problem 401, 403 */
export async function listMyPaymentCards(actor: Actor): Promise<MyPayment[]> {
  assertLearner(actor);
  const client = await db();
  const owned = new Set((await listEnrolments(actor.userId)).map(({ courseSlug }) => courseSlug));
  const orders = await client.order.findMany({
    where: { userId: actor.userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: mostPayments, select: columns,
  });
  const isOpenAgain = await retryable(client, actor.userId);
  return orders.map(({ id, refundRequests, product, coupon, discountPiastres, lines, provider, receivedPiastres, receivedCurrency, ...order }) => {
    const canRetry = isOpenAgain.has(id) && (order.purpose !== 'self' || !lines.every(({ courseSlug }) => owned.has(courseSlug)));
    const reduction = coupon && { code: coupon.code, piastres: discountPiastres };
    return { ...order, orderId: id, courseSlugs: lines.map(({ courseSlug }) => courseSlug), canRetry, reduction, description: localisedText(product.description), isBundle: product._count.bundled > 0,
      received: receivedPiastres === null ? null : { amount: receivedPiastres, currency: receivedCurrency ?? order.currency },
      returning: returningOf({ provider, method: order.method, refundRequests: refundRequests.filter(({ doubleCharge }) => doubleCharge) }),
      request: requestOf(refundRequests), hasCreditNote: refundRequests.some(({ creditNoteNumber }) => creditNoteNumber !== null) };
  });
}

async function retryable(client: Database, userId: string): Promise<ReadonlySet<string>> {
  const ended = await client.order.findMany({ where: { userId, status: { in: ['failed', 'expired'] }, AND: [await stillSold()] }, select: { id: true } });
  return new Set(ended.map(({ id }) => id));
}

interface Request { doubleCharge: boolean; reason: string; status: string; requestedAt: Date; dueAt: Date; decisionReason: string | null; creditNoteNumber: number | null }

/** What was given back in the provider's dashboard was not asked for here. */
function requestOf(requests: readonly Request[]): MyPayment['request'] {
  const latest = requests.find(({ doubleCharge, reason }) => !doubleCharge && reason !== 'made-by-provider');
  return latest ? { status: latest.status, requestedAt: latest.requestedAt, dueAt: latest.dueAt, decisionReason: latest.decisionReason } : null;
}

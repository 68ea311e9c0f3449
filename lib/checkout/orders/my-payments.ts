import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import type { OrderPurpose, OrderStatus, PaymentMethod } from '@/generated/prisma/enums';
import { localisedText } from '@/lib/courses/catalogue/course';
import { listEnrolments } from '@/lib/courses/enrolment/enrolment';
import { db, type Database, type Prisma } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { couponOver } from './order-row';
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
  /** The latest refund request, whoever made it; `couponOver`: it goes back by itself, since it was paid when the coupon was used up. */
  request: { couponOver: boolean; status: string; requestedAt: Date; dueAt: Date; decisionReason: string | null; hasCreditNote: boolean } | null;
}

const shownRequests: Prisma.RefundRequestWhereInput = { OR: [{ doubleCharge: false }, couponOver] };

const columns = {
  id: true, number: true, purpose: true, productKey: true, amountPiastres: true, refundedPiastres: true, status: true,
  gift: { select: { recipientEmail: true, recipientName: true, sendAt: true, sentAt: true, openedAt: true } },
  product: { select: { description: true, _count: { select: { bundled: true } } } },
  lines: { orderBy: { position: 'asc' }, select: { courseSlug: true } },
  discountPiastres: true, coupon: { select: { code: true } },
  method: true, billReference: true, createdAt: true, expiresAt: true, paidAt: true,
  refundRequests: {
    where: shownRequests, orderBy: { requestedAt: 'desc' }, take: 1,
    select: { doubleCharge: true, status: true, requestedAt: true, dueAt: true, decisionReason: true, creditNoteNumber: true },
  },
} as const;

/** The actor's own orders, newest first. @throws Problem 401, 403 */
export async function listMyPaymentCards(actor: Actor): Promise<MyPayment[]> {
  assertLearner(actor);
  const client = await db();
  const owned = new Set((await listEnrolments(actor.userId)).map(({ courseSlug }) => courseSlug));
  const orders = await client.order.findMany({
    where: { userId: actor.userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 200, select: columns,
  });
  const isOpenAgain = await retryable(client, actor.userId);
  return orders.map(({ id, refundRequests, product, coupon, discountPiastres, lines, ...order }) => {
    const canRetry = isOpenAgain.has(id) && (order.purpose !== 'self' || !lines.every(({ courseSlug }) => owned.has(courseSlug)));
    const reduction = coupon && { code: coupon.code, piastres: discountPiastres };
    return { ...order, orderId: id, courseSlugs: lines.map(({ courseSlug }) => courseSlug), canRetry, reduction, description: localisedText(product.description), isBundle: product._count.bundled > 0, request: requestOf(refundRequests) };
  });
}

async function retryable(client: Database, userId: string): Promise<ReadonlySet<string>> {
  const ended = await client.order.findMany({ where: { userId, status: { in: ['failed', 'expired'] }, AND: [await stillSold()] }, select: { id: true } });
  return new Set(ended.map(({ id }) => id));
}

interface Request { doubleCharge: boolean; status: string; requestedAt: Date; dueAt: Date; decisionReason: string | null; creditNoteNumber: number | null }

function requestOf([latest]: Request[]): MyPayment['request'] {
  if (!latest) return null;
  const { creditNoteNumber, doubleCharge, ...request } = latest;
  return { ...request, couponOver: doubleCharge, hasCreditNote: creditNoteNumber !== null };
}

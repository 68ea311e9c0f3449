import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import type { OrderStatus, PaymentMethod } from '@/generated/prisma/enums';
import { localisedText } from '@/lib/courses/catalogue/course';
import { listEnrolments } from '@/lib/courses/enrolment/enrolment';
import { db } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import type { RefundDecision } from './refund-policy';
import { refundStanding } from './refund-standing';

/** An order as My Payments shows it: with what its buyer may do now. */
export interface MyPayment {
  orderId: string;
  number: number;
  /** The product's words now, in every language. */
  description: Localised;
  productKey: string;
  courseSlug: string;
  amountPiastres: number;
  status: OrderStatus;
  method: PaymentMethod | null;
  billReference: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  /** Nothing was charged, and the course is still to be had. */
  canRetry: boolean;
  /** What the policy says now; null unless the order is paid. */
  refund: RefundDecision | null;
  /** The latest request, whoever made it. */
  request: { status: string; requestedAt: Date; dueAt: Date; decisionReason: string | null; hasCreditNote: boolean } | null;
}

const columns = {
  id: true, number: true, userId: true, product: { select: { description: true } }, productKey: true, courseSlug: true, amountPiastres: true, status: true,
  method: true, billReference: true, createdAt: true, expiresAt: true, paidAt: true, atSale: true, refundableOnSale: true,
  refundRequests: {
    where: { doubleCharge: false }, orderBy: { requestedAt: 'desc' }, take: 1,
    select: { status: true, requestedAt: true, dueAt: true, decisionReason: true, creditNoteNumber: true },
  },
} as const;

/** The actor's own orders, newest first. @throws Problem 401, 403 */
export async function listMyPaymentCards(actor: Actor, now: Date): Promise<MyPayment[]> {
  assertLearner(actor);
  const client = await db();
  const owned = new Set((await listEnrolments(actor.userId)).map(({ courseSlug }) => courseSlug));
  const orders = await client.order.findMany({
    where: { userId: actor.userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: 200, select: columns,
  });
  return Promise.all(
    orders.map(async ({ id, atSale, refundableOnSale, refundRequests, userId, product, ...order }) => {
      const refund = order.status === 'paid' ? await refundStanding(client, { ...order, userId, atSale, refundableOnSale }, now) : null;
      const canRetry = (order.status === 'failed' || order.status === 'expired') && !owned.has(order.courseSlug);
      return { ...order, orderId: id, canRetry, description: localisedText(product.description), refund, request: requestOf(refundRequests) };
    }),
  );
}

/** The refund that keeps lessons of this course closed; null when none is asked for. */
export async function findAskedRefund(actor: Actor, courseSlug: string): Promise<{ number: number; requestedAt: Date; dueAt: Date } | null> {
  assertLearner(actor);
  const client = await db();
  const request = await client.refundRequest.findFirst({
    where: { doubleCharge: false, order: { userId: actor.userId, courseSlug, status: 'refund_requested' } },
    orderBy: { requestedAt: 'desc' }, select: { requestedAt: true, dueAt: true, order: { select: { number: true } } },
  });
  return request && { number: request.order.number, requestedAt: request.requestedAt, dueAt: request.dueAt };
}

interface Request { status: string; requestedAt: Date; dueAt: Date; decisionReason: string | null; creditNoteNumber: number | null }

function requestOf([latest]: Request[]): MyPayment['request'] {
  if (!latest) return null;
  const { creditNoteNumber, ...request } = latest;
  return { ...request, hasCreditNote: creditNoteNumber !== null };
}

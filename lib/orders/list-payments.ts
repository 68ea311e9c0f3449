import type { OrderPurpose, OrderStatus, PaymentMethod, RefundKind } from '@/generated/prisma/enums';
import { auditRead } from '@/lib/accounts/audit';
import { localisedText } from '@/lib/courses/catalogue/course';
import { listEnrolments } from '@/lib/courses/enrolment/enrolment';
import { type Database, db, type Prisma } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { type Actor, assertLearner, assertSameUserOrAdmin, may, type MaybeActor } from '@/lib/permissions';
import { countOrders } from './order-counts';
import {
  isAutomaticRefund,
  nothingBoughtCondition,
  type PendingRefund,
  pendingRefundOf,
  purchaseRefundCondition,
  receivedPaymentOf,
} from './order-row';
import { stillSoldCondition } from './pricing';

/** A line of My Payments (row D10); `paymentAmount` is in piastres. */
export interface PaymentLine {
  orderId: string;
  paymentAmount: number;
  currency: string;
  status: OrderStatus;
  paidAt: Date | null;
  paymentItems: Array<{ description: string }>;
}

const pageSize = 20;

const columns = {
  id: true,
  userId: true,
  amountPiastres: true,
  currency: true,
  status: true,
  paidAt: true,
  description: true,
} as const;

function toPaymentLine({
  id,
  amountPiastres,
  currency,
  status,
  paidAt,
  description,
}: Prisma.OrderGetPayload<{ select: typeof columns }>): PaymentLine {
  return { orderId: id, paymentAmount: amountPiastres, currency, status, paidAt, paymentItems: [{ description }] };
}

const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const satisfies Prisma.OrderOrderByWithRelationInput[];

export async function listMyPayments({ actor, userId }: { actor: MaybeActor; userId: string }): Promise<PaymentLine[]> {
  assertSameUserOrAdmin(actor, userId);
  const client = await db();
  await auditRead(client, { actor, userId, read: 'payments' });
  const orders = await client.order.findMany({ where: { userId }, orderBy: [...newestFirst], select: columns });
  return orders.map(toPaymentLine);
}

export interface PaymentPage {
  total: number;
  lines: Array<PaymentLine & { userId?: string | null }>;
}

export async function listPayments({ actor, page }: { actor: MaybeActor; page: number }): Promise<PaymentPage> {
  assertLearner(actor);
  const seesAll = may(actor, 'administer');
  const where = seesAll ? {} : { userId: actor.userId };
  const client = await db();
  // Find the ids of the page by index alone, then read only these rows.
  const [total, found] = await Promise.all([
    seesAll ? countOrders(client) : client.order.count({ where }),
    client.order.findMany({
      where,
      orderBy: [...newestFirst],
      skip: (page - 1) * pageSize,
      take: pageSize,
      select: { id: true },
    }),
  ]);
  const orders = await client.order.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: [...newestFirst],
    select: columns,
  });
  return {
    total,
    lines: orders.map((order) => (seesAll ? { ...toPaymentLine(order), userId: order.userId } : toPaymentLine(order))),
  };
}

/** `recipientEmail` and `recipientName` are empty once the recipient's account was deleted. */
export interface MyGift {
  recipientEmail: string;
  recipientName: string;
  sendAt: Date | null;
  sentAt: Date | null;
  openedAt: Date | null;
}

export interface MyPayment {
  orderId: string;
  number: number;
  purpose: OrderPurpose;
  description: Localised;
  productKey: string;
  isBundle: boolean;
  courseSlugs: string[];
  amountPiastres: number;
  currency: string;
  refundedPiastres: number;
  reduction: { code: string; piastres: number } | null;
  status: OrderStatus;
  method: PaymentMethod | null;
  billReference: string | null;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  gift: MyGift | null;
  /** True if nothing was charged and the product can still be bought. */
  canRetry: boolean;
  received: { amount: number; currency: string } | null;
  returning: PendingRefund | null;
  request: { status: string; requestedAt: Date; dueAt: Date; decisionReason: string | null } | null;
  hasCreditNote: boolean;
}

const shownRequests: Prisma.RefundRequestWhereInput = { OR: [purchaseRefundCondition, nothingBoughtCondition] };

const cardFields = {
  id: true,
  number: true,
  purpose: true,
  productKey: true,
  amountPiastres: true,
  refundedPiastres: true,
  status: true,
  gift: { select: { recipientEmail: true, recipientName: true, sendAt: true, sentAt: true, openedAt: true } },
  product: { select: { description: true, _count: { select: { bundled: true } } } },
  lines: { orderBy: { position: 'asc' }, select: { courseSlug: true } },
  discountPiastres: true,
  coupon: { select: { code: true } },
  provider: true,
  currency: true,
  receivedPiastres: true,
  receivedCurrency: true,
  method: true,
  billReference: true,
  createdAt: true,
  expiresAt: true,
  paidAt: true,
  refundRequests: {
    where: shownRequests,
    orderBy: { requestedAt: 'desc' },
    select: {
      kind: true,
      status: true,
      requestedAt: true,
      dueAt: true,
      decisionReason: true,
      creditNoteNumber: true,
    },
  },
} as const;

export const maxPayments = 200;

export async function listMyPaymentCards(actor: Actor): Promise<MyPayment[]> {
  assertLearner(actor);
  const client = await db();
  const owned = new Set((await listEnrolments(actor.userId)).map(({ courseSlug }) => courseSlug));
  const orders = await client.order.findMany({
    where: { userId: actor.userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxPayments,
    select: cardFields,
  });
  const isOpenAgain = await listRetryableIds(client, actor.userId);
  return orders.map(
    ({
      id,
      refundRequests,
      product,
      coupon,
      discountPiastres,
      lines,
      provider,
      receivedPiastres,
      receivedCurrency,
      ...order
    }) => {
      const canRetry =
        isOpenAgain.has(id) && (order.purpose !== 'self' || !lines.every(({ courseSlug }) => owned.has(courseSlug)));
      const reduction = coupon && { code: coupon.code, piastres: discountPiastres };
      return {
        ...order,
        orderId: id,
        courseSlugs: lines.map(({ courseSlug }) => courseSlug),
        canRetry,
        reduction,
        description: localisedText(product.description),
        isBundle: product._count.bundled > 0,
        received: receivedPaymentOf({ receivedPiastres, receivedCurrency, currency: order.currency }),
        returning: pendingRefundOf({
          provider,
          method: order.method,
          refundRequests: refundRequests.filter(({ kind }) => isAutomaticRefund(kind)),
        }),
        request: toRefundRequest(refundRequests),
        hasCreditNote: refundRequests.some(({ creditNoteNumber }) => creditNoteNumber !== null),
      };
    },
  );
}

async function listRetryableIds(client: Database, userId: string): Promise<ReadonlySet<string>> {
  const endedOrders = await client.order.findMany({
    where: { userId, status: { in: ['failed', 'expired'] }, AND: [await stillSoldCondition()] },
    select: { id: true },
  });
  return new Set(endedOrders.map(({ id }) => id));
}

interface RefundRequestRow {
  kind: RefundKind;
  status: string;
  requestedAt: Date;
  dueAt: Date;
  decisionReason: string | null;
  creditNoteNumber: number | null;
}

/** Skips refunds made in the provider's dashboard, which the buyer did not request. */
function toRefundRequest(requests: readonly RefundRequestRow[]): MyPayment['request'] {
  const latest = requests.find(({ kind }) => kind === 'by_learner');
  return latest
    ? {
        status: latest.status,
        requestedAt: latest.requestedAt,
        dueAt: latest.dueAt,
        decisionReason: latest.decisionReason,
      }
    : null;
}

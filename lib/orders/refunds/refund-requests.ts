import { z, ZodError } from 'zod';
import type { OrderStatus } from '@/generated/prisma/enums';
import { writeAudit } from '@/lib/accounts/audit';
import { addSeconds } from '@/lib/clock';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { mailRefundRefused, mailRefundRequested } from '@/lib/orders/order-mails';
import { writeNote } from '@/lib/orders/order-notes';
import {
  couponOverCondition,
  isAutomaticRefund,
  lockOrder,
  openRefundStatus,
  orderFields,
  purchaseRefundCondition,
} from '@/lib/orders/order-row';
import { splitProportionally } from '@/lib/orders/pricing';
import { refundedSeatCount } from '@/lib/orders/seats/seats';
import { grantAccess } from '@/lib/orders/settlement/access';
import { type ReceivedDecision, requestReceivedRefund } from '@/lib/orders/settlement/decide-received';
import {
  clearReviewFlag,
  finishRefundByHand,
  openRequestFields,
  refundWithinSeconds,
} from '@/lib/orders/settlement/refunded-charge';
import { type Actor, assertAdmin, assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import { unlessEmpty } from '@/lib/schemas';
import {
  eligibilityFields,
  readRefundEligibility,
  readRequestEligibility,
  type RefundEligibility,
  type RefundPart,
} from './refund-policy';
import { runRefund } from './run-refunds';

export const refundRequestSchema = z.object({
  reason: z.string('required').trim().min(1, 'required').max(1000, 'too_long'),
  /** For a bundle: the one course to refund. Absent or empty: all courses that the policy allows. */
  courseName: z.string().max(200).optional(),
  seats: unlessEmpty(refundedSeatCount),
});

export interface RequestRefundInput {
  readonly actor: MaybeActor;
  readonly userId: string;
  readonly orderId: string;
  readonly reason: string;
  readonly courseName?: string | undefined;
  readonly seats?: number | undefined;
  readonly now: Date;
}

/** @throws Problem 401, 403, 404 · 409 `not-refundable` · 422 with the rule that refuses · InvalidInput at `seats` */
export async function requestRefund({
  actor,
  userId,
  orderId,
  reason,
  courseName,
  seats,
  now,
}: RequestRefundInput): Promise<void> {
  assertSameUserOrAdmin(actor, userId);
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const order = await tx.order.findFirst({
      where: { id: orderId, userId },
      select: { ...orderFields, ...eligibilityFields, gift: orderFields.gift },
    });
    if (!order) throw notFound('unknown-order');
    if (order.status === 'refund_requested') return;
    const eligibility = order.status === 'paid' ? await readRefundEligibility(tx, order, now) : null;
    if (!eligibility) throw new Problem(409, 'not-refundable');
    const parts = partsToRefund(eligibility, { courseName, seats });
    await tx.order.update({ where: { id: orderId }, data: { status: 'refund_requested' }, select: { id: true } });
    const dueAt = addSeconds(now, refundWithinSeconds);
    const amountPiastres = amountOf(order, parts);
    const shares = splitProportionally(
      amountPiastres,
      parts.map((part) => part.amountPiastres),
    );
    const { id } = await tx.refundRequest.create({
      data: {
        orderId,
        userId,
        reason,
        amountPiastres,
        requestedAt: now,
        dueAt,
        lines: {
          create: parts.map(({ position }, index) => ({ orderId, position, amountPiastres: shares[index] ?? 0 })),
        },
      },
      select: { id: true },
    });
    await writeNote(tx, {
      orderId,
      kind: 'refund-requested',
      actorId: actor.userId,
      detail: { reason, lessonsOpened: Math.max(...parts.map(({ lessonsUsed }) => lessonsUsed)) },
      now,
    });
    if (actor.userId !== userId)
      await writeAudit(tx, { actor, action: 'order.refund-requested', subject: `order:${orderId}` });
    await mailRefundRequested(tx, order, id, dueAt);
  });
}

/** If only some seats are refunded, takes the last ones that the policy allows. */
function partsToRefund(
  { parts }: RefundEligibility,
  { courseName, seats }: Pick<RequestRefundInput, 'courseName' | 'seats'>,
): RefundPart[] {
  const courseParts = courseName ? parts.filter((part) => part.courseSlug === courseName) : parts;
  const allowed = courseParts.filter(({ refusedBy }) => refusedBy === null);
  if (allowed.length === 0) throw new Problem(422, courseParts[0]?.refusedBy ?? 'not-refundable');
  if (seats !== undefined && seats > allowed.length) {
    throw new InvalidInput(
      new ZodError([
        {
          code: 'custom',
          path: ['seats'],
          message: 'returned_seats_free',
          params: { free: String(allowed.length) },
          input: seats,
        },
      ]),
    );
  }
  return allowed.slice(seats === undefined ? 0 : -seats);
}

/** Caps the amount, because a part may already have been refunded in the provider's dashboard. */
const amountOf = (order: { amountPiastres: number; refundedPiastres: number }, parts: readonly RefundPart[]): number =>
  Math.min(
    order.amountPiastres - order.refundedPiastres,
    parts.reduce((sum, { amountPiastres }) => sum + amountPiastres, 0),
  );

export interface DecideRefundInput {
  readonly actor: MaybeActor;
  readonly orderId: string;
  /** By default the latest request that waits for a decision. */
  readonly requestId?: string | undefined;
  readonly reason: string;
  readonly now: Date;
}

type ApproveRefundInput = DecideRefundInput & { readonly override?: boolean };

/** Applies the policy again. @throws Problem 401, 403 (`step-up`), 404, 409 `refund-not-requested`, 422 with the rule */
export async function approveRefund({
  actor,
  orderId,
  requestId: requestedId,
  reason,
  override = false,
  now,
}: ApproveRefundInput): Promise<{ status: OrderStatus }> {
  assertAdmin(actor, { stepUp: true, now });
  const requestId = await transaction(async (tx) => {
    const { id, order, requestedAt, kind, lines } = await requireOpenRequest(tx, orderId, requestedId);
    // The policy does not apply to automatic refunds.
    const eligibility = isAutomaticRefund(kind)
      ? null
      : await readRequestEligibility(tx, order, { requestedAt, lines });
    if (eligibility?.refusedBy && !override) throw new Problem(422, eligibility.refusedBy);
    await tx.refundRequest.update({
      where: { id },
      data: {
        status: 'approved',
        decidedAt: now,
        decidedById: actor.userId,
        decisionReason: reason,
        nextAttemptAt: now,
      },
      select: { id: true },
    });
    const seen = eligibility
      ? { lessonsOpened: eligibility.lessonsUsed, ...(eligibility.refusedBy ? { against: eligibility.refusedBy } : {}) }
      : {};
    await recordDecision(tx, actor, { orderId, kind: 'refund-approved', detail: { reason, ...seen }, now });
    return id;
  });
  await runRefund(requestId, now);
  return { status: await readStatus(orderId) };
}

export async function refuseRefund({
  actor,
  orderId,
  requestId,
  reason,
  now,
}: DecideRefundInput): Promise<{ status: OrderStatus }> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    const { id, status, kind, order } = await requireOpenRequest(tx, orderId, requestId);
    const isInReview = order.status === 'in_review';
    await tx.refundRequest.update({
      where: { id },
      data: {
        status: 'refused',
        decidedAt: now,
        decidedById: actor.userId,
        decisionReason: reason,
        nextAttemptAt: null,
      },
      select: { id: true },
    });
    const others = await tx.refundRequest.count({
      where: { orderId, status: openRefundStatus, OR: [purchaseRefundCondition, couponOverCondition] },
    });
    if (others === 0)
      await tx.order.updateMany({ where: { id: orderId, status: 'refund_requested' }, data: { status: 'paid' } });
    // The payment granted nothing before, because it was to be returned.
    if (kind === 'coupon_over') await grantAccess(tx, order, now);
    if (status === 'failed') await clearReviewFlag(tx, orderId);
    await recordDecision(tx, actor, { orderId, kind: 'refund-refused', detail: { reason }, now });
    if (!isInReview) await mailRefundRefused(tx, order, id, reason);
  });
  return { status: await readStatus(orderId) };
}

async function requireOpenRequest(tx: Tx, orderId: string, requestId: string | undefined) {
  await lockOrder(tx, orderId);
  const order = await tx.order.findUnique({
    where: { id: orderId },
    select: { ...orderFields, ...eligibilityFields, gift: orderFields.gift },
  });
  if (!order) throw notFound('unknown-order');
  const request = await tx.refundRequest.findFirst({
    where: { orderId, status: { in: ['requested', 'failed'] }, ...(requestId === undefined ? {} : { id: requestId }) },
    orderBy: { requestedAt: 'desc' },
    select: { id: true, status: true, requestedAt: true, kind: true, lines: { select: { position: true } } },
  });
  if (!request) throw new Problem(409, 'refund-not-requested');
  return { ...request, order };
}

interface DecisionRecord {
  orderId: string;
  kind: 'refund-approved' | 'refund-refused';
  detail: Prisma.InputJsonObject;
  now: Date;
}

async function recordDecision(tx: Tx, actor: Actor, { orderId, kind, detail, now }: DecisionRecord): Promise<void> {
  await writeNote(tx, { orderId, kind, actorId: actor.userId, detail, now });
  await writeAudit(tx, { actor, action: `order.${kind}`, subject: `order:${orderId}`, detail });
}

async function readStatus(orderId: string): Promise<OrderStatus> {
  const client = await db();
  const order = await client.order.findUniqueOrThrow({ where: { id: orderId }, select: { status: true } });
  return order.status;
}

/** @throws Problem 401, 403, 404 · 409 `refund-not-by-hand` unless the provider's refund failed */
export async function refundByHand({ actor, orderId, requestId, reason, now }: DecideRefundInput): Promise<void> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    await lockOrder(tx, orderId);
    const order = await tx.order.findUnique({ where: { id: orderId }, select: orderFields });
    if (!order) throw notFound('unknown-order');
    const request = await tx.refundRequest.findFirst({
      where: { orderId, status: 'failed', ...(requestId === undefined ? {} : { id: requestId }) },
      orderBy: { requestedAt: 'desc' },
      select: { chargeId: true, currency: true, ...openRequestFields },
    });
    const chargeId = request?.chargeId ?? order.paidChargeId;
    if (!request || chargeId === null || (order.paidChargeId === null && chargeId !== order.receivedChargeId))
      throw new Problem(409, 'refund-not-by-hand');
    await finishRefundByHand(tx, order, { ...request, chargeId }, now);
    await writeAudit(tx, { actor, action: 'order.refunded-by-hand', subject: `order:${orderId}`, detail: { reason } });
  });
}

/** The job retries until the provider answers (row P10). @throws as `requestReceivedRefund` */
export async function refundReceivedPayment(decision: ReceivedDecision): Promise<{ status: OrderStatus }> {
  const requestId = await requestReceivedRefund(decision);
  await runRefund(requestId, decision.now);
  return { status: await readStatus(decision.orderId) };
}

import { dayMs } from '@/lib/clock';
import { readCourseTitles } from '@/lib/courses/catalogue/catalogue';
import { countLessonAccesses } from '@/lib/courses/enrolment/lesson-access';
import { type Database, db, type Prisma, type Tx } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { openRefundStatus, orderFields, purchaseRefundCondition } from '@/lib/orders/order-row';
import { type Actor, assertLearner } from '@/lib/permissions';

export const eligibilityFields = {
  purpose: true,
  userId: true,
  amountPiastres: true,
  paidAt: true,
  paidChargeId: true,
  atSale: true,
  refundableOnSale: true,
  gift: orderFields.gift,
  lines: {
    orderBy: { position: 'asc' },
    select: {
      position: true,
      courseSlug: true,
      totalPiastres: true,
      seat: { select: { tokenHash: true, acceptedAt: true, holderId: true } },
    },
  },
  refundRequests: {
    orderBy: { requestedAt: 'desc' },
    select: { status: true, chargeId: true, lines: { select: { position: true } } },
  },
} as const satisfies Prisma.OrderSelect;

type PaidOrder = Prisma.OrderGetPayload<{ select: typeof eligibilityFields }>;
type Line = PaidOrder['lines'][number];
type CourseUsage = Pick<RefundFacts, 'isGiftOpened' | 'seatRule' | 'accessed' | 'countable'>;

export interface RefundPart extends RefundDecision {
  readonly position: number;
  readonly courseSlug: string;
  readonly amountPiastres: number;
}

/** Decision for a whole order. `refusedBy` is null when the policy refunds at least one part. */
export interface RefundEligibility extends RefundDecision {
  readonly parts: readonly RefundPart[];
}

/** Counts days until `requestedAt`, lessons until now (rows P7, N11). Decide only while holding the order's lock. */
export async function readRefundEligibility(
  tx: Database | Tx,
  order: PaidOrder,
  requestedAt: Date,
): Promise<RefundEligibility | null> {
  const isRefunded = refundedLines(order);
  const parts = await decideParts(
    tx,
    order,
    order.lines.filter((line) => line.totalPiastres > 0 && !isRefunded(line)),
    requestedAt,
  );
  const first = parts.find(({ refusedBy }) => refusedBy === null) ?? parts[0];
  return first ? { ...decisionOf(first), parts } : null;
}

/** Matches lines that were refunded or are being refunded. An open request without lines covers the whole charge. */
function refundedLines({ paidChargeId, refundRequests }: PaidOrder): (line: Line) => boolean {
  const requests = refundRequests.filter(({ status }) => status !== 'refused');
  if (
    requests.some(({ status, chargeId, lines }) => lines.length === 0 && chargeId === paidChargeId && status !== 'done')
  )
    return () => true;
  const positions = new Set(requests.flatMap(({ lines }) => lines.map(({ position }) => position)));
  return ({ position }) => positions.has(position);
}

async function decideParts(
  tx: Database | Tx,
  order: PaidOrder,
  lines: readonly Line[],
  requestedAt: Date,
): Promise<RefundPart[]> {
  const { userId, amountPiastres, paidAt, atSale: wasOnSale, refundableOnSale } = order;
  if (userId === null || paidAt === null || amountPiastres === 0) return [];
  const countsOf = await readAccessCounts(tx, { ...order, userId }, lines);
  return lines.map((line) => ({
    position: line.position,
    courseSlug: line.courseSlug,
    amountPiastres: line.totalPiastres,
    ...decideRefund({ paidAt, wasOnSale, refundableOnSale, ...computeUsage(order, line, countsOf(line)) }, requestedAt),
  }));
}

type AccessCounts = Pick<RefundFacts, 'accessed' | 'countable'>;

const noAccess: AccessCounts = { accessed: 0, countable: 0 };

/** Counts the lessons that the buyer, or the holder of each line's seat, has opened. */
async function readAccessCounts(
  tx: Database | Tx,
  { purpose, userId }: PaidOrder & { userId: string },
  lines: readonly Line[],
): Promise<(line: Line) => AccessCounts> {
  const learnerOf = ({ seat }: Line) => (purpose === 'self' ? userId : (seat?.holderId ?? null));
  const enrolmentKeyOf = (line: Line) => {
    const learnerId = learnerOf(line);
    return learnerId === null ? null : { userId: learnerId, courseSlug: line.courseSlug };
  };
  const countsOf = await countLessonAccesses(
    tx,
    lines.flatMap((line) => enrolmentKeyOf(line) ?? []),
  );
  return (line) => {
    const enrolmentKey = enrolmentKeyOf(line);
    return enrolmentKey ? countsOf(enrolmentKey) : noAccess;
  };
}

function computeUsage({ purpose, gift }: PaidOrder, { seat }: Line, counts: AccessCounts): CourseUsage {
  switch (purpose) {
    case 'self':
      return { isGiftOpened: false, seatRule: null, ...counts };
    case 'gift':
      return { isGiftOpened: gift !== null && gift.openedAt !== null, seatRule: null, ...noAccess };
    case 'seats':
      return { isGiftOpened: false, seatRule: seatRuleOf(seat, counts), ...counts };
  }
}

/** Counts a seat as used if its holder's account was deleted, because the opened lessons are then unknown. */
function seatRuleOf(seat: Line['seat'], { accessed }: AccessCounts): SeatRule | null {
  if (seat === null || seat.acceptedAt === null) return seat?.tokenHash ? 'refund-seat-invited' : null;
  return seat.holderId === null || accessed > 0 ? 'refund-seat-used' : 'refund-seat-held';
}

interface RefundRequestFacts {
  readonly requestedAt: Date;
  readonly lines: ReadonlyArray<{ readonly position: number }>;
}

/** Like `readRefundEligibility`, for the lines of one request: one refused part refuses the request. */
export async function readRequestEligibility(
  tx: Database | Tx,
  order: PaidOrder,
  { requestedAt, lines }: RefundRequestFacts,
): Promise<RefundEligibility | null> {
  const requestedLines = order.lines.filter(({ position }) => lines.some((line) => line.position === position));
  const parts = await decideParts(tx, order, requestedLines, requestedAt);
  const first = parts.find(({ refusedBy }) => refusedBy !== null) ?? parts[0];
  return first ? { ...decisionOf(first), parts } : null;
}

const decisionOf = ({ refusedBy, lessonsUsed, lessonsAllowed, daysLeft }: RefundDecision): RefundDecision => ({
  refusedBy,
  lessonsUsed,
  lessonsAllowed,
  daysLeft,
});

export type ShownRefundPart = RefundPart & { readonly title: Localised };
export type ShownRefundEligibility = Omit<RefundEligibility, 'parts'> & { readonly parts: readonly ShownRefundPart[] };

export async function addCourseTitles(eligibility: RefundEligibility): Promise<ShownRefundEligibility> {
  const titles = await readCourseTitles(eligibility.parts.map(({ courseSlug }) => courseSlug));
  return { ...eligibility, parts: eligibility.parts.map((part) => ({ ...part, title: titles(part.courseSlug) })) };
}

export async function listRefundEligibility(
  actor: Actor,
  now: Date,
): Promise<ReadonlyMap<string, ShownRefundEligibility>> {
  assertLearner(actor);
  const client = await db();
  const orders = await client.order.findMany({
    where: { userId: actor.userId, status: 'paid' },
    select: { id: true, ...eligibilityFields },
  });
  const entries = await Promise.all(
    orders.map(async ({ id, ...order }) => {
      const eligibility = await readRefundEligibility(client, order, now);
      return eligibility && ([id, await addCourseTitles(eligibility)] as const);
    }),
  );
  return new Map(entries.filter((entry) => entry !== null));
}

export async function findRequestedRefund(
  actor: Actor,
  courseSlug: string,
): Promise<{ number: number; requestedAt: Date; dueAt: Date } | null> {
  assertLearner(actor);
  const client = await db();
  const request = await client.refundRequest.findFirst({
    where: {
      ...purchaseRefundCondition,
      status: openRefundStatus,
      lines: { some: { line: { courseSlug } } },
      order: { userId: actor.userId, status: 'refund_requested' },
    },
    orderBy: { requestedAt: 'desc' },
    select: { requestedAt: true, dueAt: true, order: { select: { number: true } } },
  });
  return request && { number: request.order.number, requestedAt: request.requestedAt, dueAt: request.dueAt };
}

/** As published (row P7). */
const refundPolicy = { days: 30, lessons: 3, withinDays: 7 } as const;

export type RefundRule =
  'refund-sale' | 'refund-window' | 'refund-opened' | 'refund-finished' | 'refund-lessons' | SeatRule;

/** Reasons why a seat is not free: invited (withdraw that first), held (take the seat back first), or used. */
type SeatRule = 'refund-seat-invited' | 'refund-seat-held' | 'refund-seat-used';

export interface RefundFacts {
  readonly paidAt: Date;
  readonly wasOnSale: boolean;
  readonly refundableOnSale: boolean;
  readonly isGiftOpened: boolean;
  readonly seatRule: SeatRule | null;
  /** Number of opened lessons, not counting free previews. */
  readonly accessed: number;
  readonly countable: number;
}

export interface RefundDecision {
  readonly refusedBy: RefundRule | null;
  readonly lessonsUsed: number;
  readonly lessonsAllowed: number;
  /** Whole days, including the last one; 0 once the refund period is over. */
  readonly daysLeft: number;
}

/** Applies the published policy. If several rules refuse, returns the most general one. */
export function decideRefund(facts: RefundFacts, now: Date): RefundDecision {
  const leftMs = facts.paidAt.getTime() + refundPolicy.days * dayMs - now.getTime();
  return {
    refusedBy: findBrokenRule(facts, leftMs),
    lessonsUsed: facts.accessed,
    lessonsAllowed: refundPolicy.lessons,
    daysLeft: Math.max(0, Math.ceil(leftMs / dayMs)),
  };
}

function findBrokenRule(
  { wasOnSale, refundableOnSale, isGiftOpened, seatRule, accessed, countable }: RefundFacts,
  leftMs: number,
): RefundRule | null {
  if (wasOnSale && !refundableOnSale) return 'refund-sale';
  if (leftMs < 0) return 'refund-window';
  if (isGiftOpened) return 'refund-opened';
  if (seatRule) return seatRule;
  if (countable > 0 && accessed >= countable) return 'refund-finished';
  return accessed > refundPolicy.lessons ? 'refund-lessons' : null;
}

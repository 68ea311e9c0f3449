import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import { orderFields } from '@/lib/checkout/orders/order-row';
import { courseTitles } from '@/lib/courses/catalogue/catalogue';
import { countLessonAccess } from '@/lib/courses/enrolment/lesson-access';
import { db, type Database, type Prisma, type Tx } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { decideRefund, type RefundDecision, type RefundFacts } from './refund-policy';

export const standingFields = {
  purpose: true, userId: true, amountPiastres: true, paidAt: true, paidChargeId: true, atSale: true, refundableOnSale: true, gift: orderFields.gift,
  lines: {
    orderBy: { position: 'asc' },
    select: {
      position: true, courseSlug: true, totalPiastres: true,
      seat: { select: { tokenHash: true, acceptedAt: true, holderId: true } },
    },
  },
  refundRequests: { orderBy: { requestedAt: 'desc' }, select: { status: true, chargeId: true, lines: { select: { position: true } } } },
} as const satisfies Prisma.OrderSelect;

type PaidOrder = Prisma.OrderGetPayload<{ select: typeof standingFields }>;
type Line = PaidOrder['lines'][number];
type Usage = Pick<RefundFacts, 'giftOpened' | 'seatRule' | 'accessed' | 'countable'>;

/** What may be given back of one line of an order, or why it may not. */
export interface RefundPart extends RefundDecision {
  readonly position: number;
  readonly courseSlug: string;
  readonly amountPiastres: number;
}

/** Of the whole order: `refusedBy` is null when the policy gives back some part of it. */
export interface RefundStanding extends RefundDecision { readonly parts: readonly RefundPart[] }

/**
 * The policy applied to each course of an order (rows P7, N11): its days counted to `askedAt`, its lessons as they were opened
 * until this moment. Who decides something by it reads inside the order's lock. Null for an order that nobody paid, or that
 * was free, or all of which is back or on its way.
 */
export async function refundStanding(tx: Database | Tx, order: PaidOrder, askedAt: Date): Promise<RefundStanding | null> {
  const isReturning = returningLines(order);
  const parts = await partsOf(tx, order, order.lines.filter((line) => line.totalPiastres > 0 && !isReturning(line)), askedAt);
  const first = parts.find(({ refusedBy }) => refusedBy === null) ?? parts[0];
  return first ? { ...decisionOf(first), parts } : null;
}

/** Lines whose money is back, or on its way, also by itself (row P5). A request without lines is for the whole charge; once done it may have been a part of it. */
function returningLines({ paidChargeId, refundRequests }: PaidOrder): (line: Line) => boolean {
  const requests = refundRequests.filter(({ status }) => status !== 'refused');
  if (requests.some(({ status, chargeId, lines }) => lines.length === 0 && chargeId === paidChargeId && status !== 'done')) return () => true;
  const positions = new Set(requests.flatMap(({ lines }) => lines.map(({ position }) => position)));
  return ({ position }) => positions.has(position);
}

async function partsOf(tx: Database | Tx, order: PaidOrder, lines: readonly Line[], askedAt: Date): Promise<RefundPart[]> {
  const { userId, amountPiastres, paidAt } = order;
  if (userId === null || paidAt === null || amountPiastres === 0) return [];
  return Promise.all(lines.map((line) => partOf(tx, { ...order, userId, paidAt }, line, askedAt)));
}

async function partOf(tx: Database | Tx, order: PaidOrder & { userId: string; paidAt: Date }, line: Line, askedAt: Date): Promise<RefundPart> {
  const { paidAt, atSale, refundableOnSale } = order;
  const { position, courseSlug, totalPiastres } = line;
  const usage = await usageOf(tx, order, line);
  return { position, courseSlug, amountPiastres: totalPiastres, ...decideRefund({ paidAt, atSale, refundableOnSale, ...usage }, askedAt) };
}

/** What became of a line, by whom the order is for. */
async function usageOf(tx: Database | Tx, { purpose, userId, gift }: PaidOrder & { userId: string }, { courseSlug, seat }: Line): Promise<Usage> {
  switch (purpose) {
    case 'self':
      return { giftOpened: false, seatRule: null, ...(await countLessonAccess(tx, { userId, courseSlug })) };
    case 'gift':
      return { giftOpened: gift !== null && gift.openedAt !== null, seatRule: null, accessed: 0, countable: 0 };
    case 'seats':
      return { giftOpened: false, ...(await seatUse(tx, seat, courseSlug)) };
  }
}

/** Of a holder whose account is deleted nobody knows any more what they opened: the seat counts as used. */
async function seatUse(tx: Database | Tx, seat: Line['seat'], courseSlug: string): Promise<Omit<Usage, 'giftOpened'>> {
  if (seat === null || seat.acceptedAt === null) return { seatRule: seat?.tokenHash ? 'refund-seat-invited' : null, accessed: 0, countable: 0 };
  if (seat.holderId === null) return { seatRule: 'refund-seat-used', accessed: 0, countable: 0 };
  const counts = await countLessonAccess(tx, { userId: seat.holderId, courseSlug });
  return { ...counts, seatRule: counts.accessed > 0 ? 'refund-seat-used' : 'refund-seat-held' };
}

interface Request { readonly requestedAt: Date; readonly lines: ReadonlyArray<{ readonly position: number }> }

/** As `refundStanding`, of what a request wants back: one refused part refuses it. */
export async function requestStanding(tx: Database | Tx, order: PaidOrder, { requestedAt, lines }: Request): Promise<RefundStanding | null> {
  const wanted = order.lines.filter(({ position }) => lines.some((line) => line.position === position));
  const parts = await partsOf(tx, order, wanted, requestedAt);
  const first = parts.find(({ refusedBy }) => refusedBy !== null) ?? parts[0];
  return first ? { ...decisionOf(first), parts } : null;
}

const decisionOf = ({ refusedBy, lessonsUsed, lessonsAllowed, daysLeft }: RefundDecision): RefundDecision => ({ refusedBy, lessonsUsed, lessonsAllowed, daysLeft });

/** A part as a page shows it. */
export type ShownRefundPart = RefundPart & { readonly title: Localised };
export type ShownRefundStanding = Omit<RefundStanding, 'parts'> & { readonly parts: readonly ShownRefundPart[] };

export async function withTitles(standing: RefundStanding): Promise<ShownRefundStanding> {
  const titles = await courseTitles(standing.parts.map(({ courseSlug }) => courseSlug));
  return { ...standing, parts: standing.parts.map((part) => ({ ...part, title: titles(part.courseSlug) })) };
}

/** What the policy says now about each of the actor's paid orders, by order. @throws Problem 401, 403 */
export async function listRefundStandings(actor: Actor, now: Date): Promise<ReadonlyMap<string, ShownRefundStanding>> {
  assertLearner(actor);
  const client = await db();
  const orders = await client.order.findMany({ where: { userId: actor.userId, status: 'paid' }, select: { id: true, ...standingFields } });
  const standings = await Promise.all(orders.map(async ({ id, ...order }) => {
    const standing = await refundStanding(client, order, now);
    return standing && ([id, await withTitles(standing)] as const);
  }));
  return new Map(standings.filter((entry) => entry !== null));
}

/** The refund because of which lessons of this course are closed; null when none is asked for. */
export async function findRequestedRefund(actor: Actor, courseSlug: string): Promise<{ number: number; requestedAt: Date; dueAt: Date } | null> {
  assertLearner(actor);
  const client = await db();
  const request = await client.refundRequest.findFirst({
    where: {
      doubleCharge: false, status: { notIn: ['done', 'refused'] }, lines: { some: { line: { courseSlug } } },
      order: { userId: actor.userId, status: 'refund_requested' },
    },
    orderBy: { requestedAt: 'desc' }, select: { requestedAt: true, dueAt: true, order: { select: { number: true } } },
  });
  return request && { number: request.order.number, requestedAt: request.requestedAt, dueAt: request.dueAt };
}

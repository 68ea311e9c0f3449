import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { readBilling } from '@/lib/checkout/orders/billing';
import { holderOf } from '@/lib/checkout/orders/order-row';
import type { Billing } from '@/lib/checkout/orders/billing';
import type { RefundRule } from '@/lib/checkout/refunds/refund-policy';
import { refundStanding, requestStanding, standingFields, withTitles, type RefundStanding, type ShownRefundStanding } from '@/lib/checkout/refunds/refund-standing';
import { seatsOf, type ShownSeat } from '@/lib/checkout/seats/list-seats';
import { courseTitles } from '@/lib/courses/catalogue/catalogue';
import { localisedText } from '@/lib/courses/catalogue/course';
import { accessOf, listOpenedLessons, type CourseAccess } from '@/lib/courses/enrolment/lesson-access';
import { db, type Prisma } from '@/lib/database/client';
import { inEachLanguage, type Localised } from '@/lib/language';
import { notFound } from '@/lib/problem';
import { orderRowFields, orderRowOf, type OrderRow } from './order-list';
import { timelineOf, type TimelineEntry } from './timeline';

interface Refund {
  requestId: string;
  status: string;
  reason: string;
  amount: number;
  currency: string;
  requestedAt: Date;
  dueAt: Date;
  decisionReason: string | null;
  lastError: string | null;
  /** The policy as approval applies it now, to each course that is to be given back; null for a charge that nobody asked for. */
  standing: ShownRefundStanding | null;
  /** What the buyer opened until now, the first one first. */
  openedLessons: Array<{ file: string; name: Localised; at: Date }>;
  actions: RefundAction[];
}

/** `refusedBy`: why the policy does not give it back now; null when it does, or when it is back already. */
export type OrderSeat = ShownSeat & { refusedBy: RefundRule | null };

interface Gift {
  recipientEmail: string;
  recipientName: string;
  card: string;
  sendAt: Date | null;
  sentAt: Date | null;
  mails: number;
  openedAt: Date | null;
  openedBy: { userId: string; name: string } | null;
}

/** What can be done with a refund of an order; `override` approves it against the policy. */
export type RefundAction = 'approve' | 'override' | 'refuse' | 'by-hand';
export type OrderAction = 'reconcile' | 'accept' | 'return' | 'grant' | 'revoke' | 'resend-gift';

export type OrderDetails = OrderRow & {
  /** A line a course. */
  lines: Array<{ courseSlug: string; title: Localised; amount: number }>;
  /** Of an order of seats. */
  seats: OrderSeat[];
  billing: Billing | null;
  billReference: string | null;
  failureCode: string | null;
  transactionId: string | null;
  /** A payment of another amount or currency that was not accepted (row P10). */
  received: { amount: number; currency: string } | null;
  /** The price as ordered, once another amount was accepted. */
  orderedAmount: number | null;
  expiresAt: Date;
  /** Of a gift: for whom, and what became of it. */
  gift: Gift | null;
  /** Whether whom it is for can open the courses now. */
  access: CourseAccess['state'];
  /** Those that wait for something, or else the latest one; the latest one first. */
  refunds: Refund[];
  actions: OrderAction[];
  timeline: TimelineEntry[];
};

const detailFields = {
  ...orderRowFields, ...standingFields,
  gift: { select: { recipientEmail: true, recipientName: true, card: true, sendAt: true, sentAt: true, mails: true, openedAt: true, openedById: true, openedBy: { select: { id: true, name: true } } } },
  billing: true, billReference: true, failureCode: true, paidChargeId: true, expiresAt: true, receivedPiastres: true, receivedCurrency: true, receivedChargeId: true, orderedPiastres: true,
  events: { orderBy: { id: 'asc' }, select: { id: true, source: true, type: true, chargeId: true, result: true, reason: true, receivedAt: true } },
  timeline: { orderBy: { id: 'asc' }, select: { id: true, kind: true, actorId: true, detail: true, createdAt: true } },
  enrolments: { where: { revokedAt: null }, take: 1, select: { id: true } },
  refundRequests: {
    orderBy: { requestedAt: 'desc' },
    select: { id: true, status: true, chargeId: true, reason: true, amountPiastres: true, currency: true, requestedAt: true, dueAt: true, decisionReason: true, lastError: true, doubleCharge: true, lines: { select: { position: true } } },
  },
} as const satisfies Prisma.OrderSelect;

/** One order with everything that happened to it. @throws Problem 401, 403, 404 */
export async function requireOrder(actor: MaybeActor, orderId: string, now: Date): Promise<OrderDetails> {
  assertAdmin(actor);
  const client = await db();
  const order = await client.order.findUnique({ where: { id: orderId }, select: detailFields });
  if (!order) throw notFound();
  const { events, timeline, refundRequests, enrolments, billing, paidChargeId, billReference, failureCode, expiresAt, receivedPiastres, receivedCurrency, receivedChargeId: _receivedChargeId, orderedPiastres, userId: _userId, atSale: _atSale, refundableOnSale: _refundable, gift, lines, ...row } = order;
  const courseSlugs = lines.map(({ courseSlug }) => courseSlug);
  const holderId = holderOf(order);
  const waiting = refundRequests.filter(({ status }) => status !== 'done' && status !== 'refused');
  const names = await namesOf(timeline.flatMap((note) => note.actorId ?? []));
  const access = holderId === null ? 'not-purchased' : await accessToAll(holderId, courseSlugs);
  const lessons = holderId === null ? [] : await openedLessons(holderId, courseSlugs);
  const refunds = await Promise.all((waiting.length > 0 ? waiting : refundRequests.slice(0, 1)).map(async (request) => (
    refundOf(request, request.doubleCharge ? null : await requestStanding(client, order, request), lessons))));
  return {
    ...orderRowOf(row), lines: await linesOf(lines), seats: await listSeats(order, await refundStanding(client, order, now)), billReference, failureCode, expiresAt,
    billing: readBilling(billing),
    transactionId: paidChargeId ?? order.receivedChargeId,
    received: receivedPiastres === null ? null : { amount: receivedPiastres, currency: receivedCurrency ?? order.currency },
    orderedAmount: orderedPiastres,
    access,
    gift: gift && giftOf(gift),
    refunds,
    actions: actionsOf(order, { holderId, access, opened: enrolments.length > 0 }),
    timeline: timelineOf(events, timeline, names),
  };
}

/** `opened`: whether this order opened a course that is open now. */
type ActionsOf = Pick<OrderDetails, 'access'> & { holderId: string | null; opened: boolean };

type Decided = Pick<Prisma.OrderGetPayload<{ select: typeof detailFields }>, 'status' | 'gift' | 'currency' | 'receivedCurrency' | 'receivedChargeId' | 'refundRequests'>;

function actionsOf(order: Decided, { holderId, access, opened }: ActionsOf): OrderAction[] {
  const { status, gift } = order;
  const actions: OrderAction[] = [...receivedActions(order), 'reconcile'];
  if (gift?.recipientEmail && !gift.openedAt && status === 'paid') actions.push('resend-gift');
  if (holderId !== null && access === 'not-purchased') actions.push('grant');
  if (holderId !== null && opened) actions.push('revoke');
  return actions;
}

/** A payment of another amount is decided once; while it goes back, its refund says what can be done. */
function receivedActions({ status, currency, receivedCurrency, receivedChargeId, refundRequests }: Decided): OrderAction[] {
  if (status !== 'in_review') return [];
  if (refundRequests.some((request) => request.chargeId === receivedChargeId && request.status !== 'done' && request.status !== 'refused')) return [];
  return receivedCurrency === currency ? ['accept', 'return'] : ['return'];
}

async function linesOf(lines: ReadonlyArray<{ courseSlug: string; totalPiastres: number }>): Promise<OrderDetails['lines']> {
  const titles = await courseTitles(lines.map(({ courseSlug }) => courseSlug));
  return lines.map(({ courseSlug, totalPiastres }) => ({ courseSlug, title: titles(courseSlug), amount: totalPiastres }));
}

async function listSeats({ id, purpose }: { id: string; purpose: string }, standing: RefundStanding | null): Promise<OrderSeat[]> {
  if (purpose !== 'seats') return [];
  const ruleOf = (position: number) => standing?.parts.find((part) => part.position === position)?.refusedBy ?? null;
  return (await seatsOf(id)).map((seat) => ({ ...seat, refusedBy: ruleOf(seat.position) }));
}

type GiftRow = NonNullable<Prisma.OrderGetPayload<{ select: typeof detailFields }>['gift']>;

const giftOf = ({ openedById: _openedById, openedBy, ...gift }: GiftRow): Gift => ({ ...gift, openedBy: openedBy && { userId: openedBy.id, name: openedBy.name } });

/** Of several courses the least open one. */
async function accessToAll(userId: string, courseSlugs: readonly string[]): Promise<CourseAccess['state']> {
  const client = await db();
  const states = await Promise.all(courseSlugs.map(async (courseSlug) => (await accessOf(client, userId, courseSlug)).state));
  return states.find((state) => state === 'not-purchased') ?? states.find((state) => state === 'refund-requested') ?? 'open';
}

type RequestRow = Prisma.OrderGetPayload<{ select: typeof detailFields }>['refundRequests'][number];

async function refundOf(request: RequestRow, standing: RefundStanding | null, lessons: Refund['openedLessons']): Promise<Refund> {
  const { id, amountPiastres, chargeId: _chargeId, doubleCharge: _doubleCharge, lines: _lines, ...rest } = request;
  const shown = standing && (await withTitles(standing));
  return { ...rest, requestId: id, amount: amountPiastres, standing: shown, openedLessons: lessons, actions: refundActionsOf(rest.status, shown) };
}

function refundActionsOf(status: string, standing: Refund['standing']): RefundAction[] {
  const decision: RefundAction[] = [standing?.refusedBy ? 'override' : 'approve', 'refuse'];
  return status === 'failed' ? [...decision, 'by-hand'] : status === 'requested' ? decision : [];
}

async function openedLessons(userId: string, courseSlugs: readonly string[]): Promise<Refund['openedLessons']> {
  return (await Promise.all(courseSlugs.map((courseSlug) => openedOf(userId, courseSlug)))).flat();
}

async function openedOf(userId: string, courseSlug: string): Promise<Refund['openedLessons']> {
  const client = await db();
  const opened = await listOpenedLessons({ userId, courseSlug });
  const lessons = await client.lesson.findMany({ where: { courseSlug, file: { in: opened.map(({ lesson }) => lesson) } }, select: { file: true, name: true } });
  const names = new Map(lessons.map(({ file, name }) => [file, localisedText(name)]));
  return opened.map(({ lesson, firstAt }) => ({ file: lesson, name: names.get(lesson) ?? inEachLanguage(() => lesson), at: firstAt }));
}

async function namesOf(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const client = await db();
  const users = await client.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}

import { readCourseTitles } from '@/lib/courses/catalogue/catalogue';
import { localisedText } from '@/lib/courses/catalogue/course';
import { type CourseAccess, listOpenedLessons, readCourseAccess } from '@/lib/courses/enrolment/lesson-access';
import { db, type Prisma } from '@/lib/database/client';
import { inEachLanguage, type Localised } from '@/lib/language';
import { type Billing, readBilling } from '@/lib/orders/billing';
import {
  holderOf,
  isAutomaticRefund,
  isOpenRefundStatus,
  orderFields,
  receivedPaymentOf,
  refundCode,
} from '@/lib/orders/order-row';
import {
  addCourseTitles,
  eligibilityFields,
  readRefundEligibility,
  readRequestEligibility,
  type RefundEligibility,
  type RefundRule,
  type ShownRefundEligibility,
} from '@/lib/orders/refunds/refund-policy';
import { readSeats, type ShownSeat } from '@/lib/orders/seats/seats';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { type OrderRow, orderRowFields, toOrderRow } from './order-list';
import { buildTimeline, type TimelineEntry } from './timeline';

interface OrderRefund {
  requestId: string;
  status: string;
  reason: string;
  amount: number;
  currency: string;
  requestedAt: Date;
  dueAt: Date;
  decisionReason: string | null;
  lastError: string | null;
  /** The policy's current decision for each course of the request; null for a charge that is refunded automatically. */
  standing: ShownRefundEligibility | null;
  openedLessons: Array<{ file: string; name: Localised; at: Date }>;
  actions: RefundAction[];
}

/** `refusedBy`: the rule that refuses a refund now; null if the policy allows it or the money is already back. */
export type OrderSeat = ShownSeat & { refusedBy: RefundRule | null };

interface OrderGift {
  recipientEmail: string;
  recipientName: string;
  card: string;
  sendAt: Date | null;
  sentAt: Date | null;
  mails: number;
  openedAt: Date | null;
  openedBy: { userId: string; name: string } | null;
}

/** `override` approves a refund against the policy. */
export type RefundAction = 'approve' | 'override' | 'refuse' | 'by-hand';
export type OrderAction = 'reconcile' | 'accept' | 'return' | 'grant' | 'revoke' | 'resend-gift';

export type OrderDetails = OrderRow & {
  lines: Array<{ courseSlug: string; title: Localised; amount: number }>;
  seats: OrderSeat[];
  billing: Billing | null;
  billReference: string | null;
  failureCode: string | null;
  transactionId: string | null;
  received: { amount: number; currency: string } | null;
  /** The original price, if an admin accepted another amount. */
  orderedAmount: number | null;
  expiresAt: Date;
  gift: OrderGift | null;
  access: CourseAccess['state'];
  /** Open refunds, newest first, or the latest one if none is open. */
  refunds: OrderRefund[];
  actions: OrderAction[];
  timeline: TimelineEntry[];
};

const detailFields = {
  ...orderRowFields,
  ...eligibilityFields,
  gift: {
    select: { ...orderFields.gift.select, openedBy: { select: { id: true, name: true } } },
  },
  billing: true,
  billReference: true,
  failureCode: true,
  paidChargeId: true,
  expiresAt: true,
  receivedPiastres: true,
  receivedCurrency: true,
  receivedChargeId: true,
  orderedPiastres: true,
  events: {
    orderBy: { id: 'asc' },
    select: { id: true, source: true, type: true, chargeId: true, result: true, reason: true, receivedAt: true },
  },
  timeline: { orderBy: { id: 'asc' }, select: { id: true, kind: true, actorId: true, detail: true, createdAt: true } },
  enrolments: { where: { revokedAt: null }, take: 1, select: { id: true } },
  refundRequests: {
    orderBy: { requestedAt: 'desc' },
    select: {
      id: true,
      status: true,
      chargeId: true,
      kind: true,
      reason: true,
      amountPiastres: true,
      currency: true,
      requestedAt: true,
      dueAt: true,
      decisionReason: true,
      lastError: true,
      lines: { select: { position: true } },
    },
  },
} as const satisfies Prisma.OrderSelect;

export async function requireOrder(actor: MaybeActor, orderId: string, now: Date): Promise<OrderDetails> {
  assertAdmin(actor);
  const client = await db();
  const order = await client.order.findUnique({ where: { id: orderId }, select: detailFields });
  if (!order) throw notFound();
  const {
    events,
    timeline,
    refundRequests,
    enrolments,
    billing,
    paidChargeId,
    billReference,
    failureCode,
    expiresAt,
    receivedPiastres: _receivedPiastres,
    receivedCurrency: _receivedCurrency,
    receivedChargeId: _receivedChargeId,
    orderedPiastres,
    userId: _userId,
    atSale: _atSale,
    refundableOnSale: _refundable,
    gift,
    lines,
    ...row
  } = order;
  const courseSlugs = lines.map(({ courseSlug }) => courseSlug);
  const holderId = holderOf(order);
  const openRequests = refundRequests.filter(({ status }) => isOpenRefundStatus(status));
  const names = await findUserNames(timeline.flatMap((note) => note.actorId ?? []));
  const access = holderId === null ? 'not-purchased' : await readAccessToAll(holderId, courseSlugs);
  const lessons = holderId === null ? [] : await listOpenedInCourses(holderId, courseSlugs);
  const refunds = await Promise.all(
    (openRequests.length > 0 ? openRequests : refundRequests.slice(0, 1)).map(async (request) =>
      describeRefund(
        request,
        isAutomaticRefund(request.kind) ? null : await readRequestEligibility(client, order, request),
        lessons,
      ),
    ),
  );
  return {
    ...toOrderRow(row),
    lines: await describeLines(lines),
    seats: await listSeats(order, await readRefundEligibility(client, order, now)),
    billReference,
    failureCode,
    expiresAt,
    billing: readBilling(billing),
    transactionId: paidChargeId ?? order.receivedChargeId,
    received: receivedPaymentOf(order),
    orderedAmount: orderedPiastres,
    access,
    gift: gift && giftOf(gift),
    refunds,
    actions: listActions(order, { holderId, access, isEnrolled: enrolments.length > 0 }),
    timeline: buildTimeline(events, timeline, names),
  };
}

type AccessFacts = Pick<OrderDetails, 'access'> & { holderId: string | null; isEnrolled: boolean };

type OrderActionFacts = Pick<
  Prisma.OrderGetPayload<{ select: typeof detailFields }>,
  'status' | 'gift' | 'currency' | 'receivedCurrency' | 'receivedChargeId' | 'refundRequests'
>;

function listActions(order: OrderActionFacts, { holderId, access, isEnrolled }: AccessFacts): OrderAction[] {
  const { status, gift } = order;
  const actions: OrderAction[] = [...receivedActions(order), 'reconcile'];
  if (gift?.recipientEmail && !gift.openedAt && status === 'paid') actions.push('resend-gift');
  if (holderId !== null && access === 'not-purchased') actions.push('grant');
  if (holderId !== null && isEnrolled) actions.push('revoke');
  return actions;
}

/** Offers no action while a payment with a wrong amount is being refunded: the refund has its own actions. */
function receivedActions({
  status,
  currency,
  receivedCurrency,
  receivedChargeId,
  refundRequests,
}: OrderActionFacts): OrderAction[] {
  if (status !== 'in_review') return [];
  if (refundRequests.some(({ chargeId, status: each }) => chargeId === receivedChargeId && isOpenRefundStatus(each)))
    return [];
  return receivedCurrency === currency ? ['accept', 'return'] : ['return'];
}

async function describeLines(
  lines: ReadonlyArray<{ courseSlug: string; totalPiastres: number }>,
): Promise<OrderDetails['lines']> {
  const titles = await readCourseTitles(lines.map(({ courseSlug }) => courseSlug));
  return lines.map(({ courseSlug, totalPiastres }) => ({
    courseSlug,
    title: titles(courseSlug),
    amount: totalPiastres,
  }));
}

async function listSeats(
  { id, purpose }: { id: string; purpose: string },
  eligibility: RefundEligibility | null,
): Promise<OrderSeat[]> {
  if (purpose !== 'seats') return [];
  const ruleOf = (position: number) => eligibility?.parts.find((part) => part.position === position)?.refusedBy ?? null;
  return (await readSeats(id)).map((seat) => ({ ...seat, refusedBy: ruleOf(seat.position) }));
}

type GiftRow = NonNullable<Prisma.OrderGetPayload<{ select: typeof detailFields }>['gift']>;

const giftOf = ({ openedById: _openedById, openedBy, ...gift }: GiftRow): OrderGift => ({
  ...gift,
  openedBy: openedBy && { userId: openedBy.id, name: openedBy.name },
});

async function readAccessToAll(userId: string, courseSlugs: readonly string[]): Promise<CourseAccess['state']> {
  const client = await db();
  const states = await Promise.all(
    courseSlugs.map(async (courseSlug) => (await readCourseAccess(client, userId, courseSlug)).state),
  );
  return (
    states.find((state) => state === 'not-purchased') ?? states.find((state) => state === 'refund-requested') ?? 'open'
  );
}

type RequestRow = Prisma.OrderGetPayload<{ select: typeof detailFields }>['refundRequests'][number];

async function describeRefund(
  request: RequestRow,
  eligibility: RefundEligibility | null,
  lessons: OrderRefund['openedLessons'],
): Promise<OrderRefund> {
  const { id, kind, reason, amountPiastres, chargeId: _chargeId, lines: _lines, ...rest } = request;
  const titledEligibility = eligibility && (await addCourseTitles(eligibility));
  return {
    ...rest,
    requestId: id,
    reason: kind === 'by_learner' ? reason : refundCode(kind),
    amount: amountPiastres,
    standing: titledEligibility,
    openedLessons: lessons,
    actions: listRefundActions(rest.status, titledEligibility),
  };
}

function listRefundActions(status: string, standing: OrderRefund['standing']): RefundAction[] {
  const decision: RefundAction[] = [standing?.refusedBy ? 'override' : 'approve', 'refuse'];
  return status === 'failed' ? [...decision, 'by-hand'] : status === 'requested' ? decision : [];
}

async function listOpenedInCourses(
  userId: string,
  courseSlugs: readonly string[],
): Promise<OrderRefund['openedLessons']> {
  return (await Promise.all(courseSlugs.map((courseSlug) => listOpenedInCourse(userId, courseSlug)))).flat();
}

async function listOpenedInCourse(userId: string, courseSlug: string): Promise<OrderRefund['openedLessons']> {
  const client = await db();
  const opened = await listOpenedLessons({ userId, courseSlug });
  const lessons = await client.lesson.findMany({
    where: { courseSlug, file: { in: opened.map(({ lesson }) => lesson) } },
    select: { file: true, name: true },
  });
  const names = new Map(lessons.map(({ file, name }) => [file, localisedText(name)]));
  return opened.map(({ lesson, firstAt }) => ({
    file: lesson,
    name: names.get(lesson) ?? inEachLanguage(() => lesson),
    at: firstAt,
  }));
}

async function findUserNames(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const client = await db();
  const users = await client.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}

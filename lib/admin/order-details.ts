import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { readBilling } from '@/lib/checkout/orders/billing';
import type { Billing } from '@/lib/checkout/orders/billing';
import type { RefundDecision } from '@/lib/checkout/refunds/refund-policy';
import { refundStanding, standingFields } from '@/lib/checkout/refunds/refund-standing';
import { localisedText } from '@/lib/courses/catalogue/course';
import { accessOf, listOpenedLessons, type CourseAccess } from '@/lib/courses/enrolment/lesson-access';
import { db, type Prisma } from '@/lib/database/client';
import { inEachLanguage, type Localised } from '@/lib/language';
import { notFound } from '@/lib/problem';
import { orderRowFields, orderRowOf, type OrderRow } from './order-list';
import { timelineOf, type TimelineEntry } from './timeline';

interface Refund {
  status: string;
  reason: string;
  amount: number;
  requestedAt: Date;
  dueAt: Date;
  decisionReason: string | null;
  lastError: string | null;
  /** The policy as approval applies it now; null for a charge that nobody asked for. */
  standing: RefundDecision | null;
  /** What the buyer opened until now, the first one first. */
  openedLessons: Array<{ file: string; name: Localised; at: Date }>;
}

export type OrderDetails = OrderRow & {
  billing: Billing | null;
  billReference: string | null;
  failureCode: string | null;
  transactionId: string | null;
  expiresAt: Date;
  /** Whether the buyer can open the course now. */
  access: CourseAccess['state'];
  refund: Refund | null;
  timeline: TimelineEntry[];
};

const detailFields = {
  ...orderRowFields, ...standingFields,
  billing: true, billReference: true, failureCode: true, paidChargeId: true, expiresAt: true,
  events: { orderBy: { id: 'asc' }, select: { id: true, source: true, type: true, chargeId: true, result: true, reason: true, receivedAt: true } },
  timeline: { orderBy: { id: 'asc' }, select: { id: true, kind: true, actorId: true, detail: true, createdAt: true } },
  refundRequests: {
    orderBy: { requestedAt: 'desc' }, take: 1,
    select: { status: true, reason: true, amountPiastres: true, requestedAt: true, dueAt: true, decisionReason: true, lastError: true, doubleCharge: true },
  },
} as const satisfies Prisma.OrderSelect;

/** One order with everything that happened to it. @throws Problem 401, 403, 404 */
export async function requireOrder(actor: MaybeActor, orderId: string): Promise<OrderDetails> {
  assertAdmin(actor);
  const client = await db();
  const order = await client.order.findUnique({ where: { id: orderId }, select: detailFields });
  if (!order) throw notFound();
  const { events, timeline, refundRequests, billing, paidChargeId, billReference, failureCode, expiresAt, userId, atSale, refundableOnSale, ...row } = order;
  const { state: access } = userId === null ? { state: 'not-purchased' as const } : await accessOf(client, userId, row.courseSlug);
  const [latest] = refundRequests;
  const standing = latest && !latest.doubleCharge ? await refundStanding(client, { ...row, userId, atSale, refundableOnSale }, latest.requestedAt) : null;
  const names = await namesOf(timeline.flatMap((note) => note.actorId ?? []));
  return {
    ...orderRowOf(row), billReference, failureCode, expiresAt,
    billing: readBilling(billing),
    transactionId: paidChargeId,
    access,
    refund: latest ? refundOf(latest, standing, userId === null ? [] : await openedLessons(userId, row.courseSlug)) : null,
    timeline: timelineOf(events, timeline, names),
  };
}

type RequestRow = { amountPiastres: number; doubleCharge: boolean } & Omit<Refund, 'amount' | 'standing' | 'openedLessons'>;

function refundOf({ amountPiastres, doubleCharge: _doubleCharge, ...rest }: RequestRow, standing: Refund['standing'], lessons: Refund['openedLessons']): Refund {
  return { ...rest, amount: amountPiastres, standing, openedLessons: lessons };
}

async function openedLessons(userId: string, courseSlug: string): Promise<Refund['openedLessons']> {
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

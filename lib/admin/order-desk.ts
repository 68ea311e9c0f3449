import 'server-only';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { keptBilling } from '@/lib/checkout/kept-billing';
import type { Billing } from '@/lib/checkout/schema';
import { db, type Prisma } from '@/lib/db';
import { notFound } from '@/lib/problem';
import { orderRowFields, orderRowOf, type OrderRow } from './order-list';
import { timelineOf, type TimelineEntry } from './timeline';

export type OrderDesk = OrderRow & {
  billing: Billing | null;
  billReference: string | null;
  failureCode: string | null;
  transactionId: string | null;
  expiresAt: Date;
  /** Whether the buyer can open the course now. */
  hasCourse: boolean;
  refund: { status: string; reason: string; amount: number; requestedAt: Date; dueAt: Date; decisionReason: string | null; lastError: string | null } | null;
  timeline: TimelineEntry[];
};

const deskFields = {
  ...orderRowFields,
  billing: true, billReference: true, failureCode: true, paidTransactionId: true, expiresAt: true,
  events: { orderBy: { id: 'asc' }, select: { id: true, source: true, type: true, transactionId: true, result: true, reason: true, receivedAt: true } },
  timeline: { orderBy: { id: 'asc' }, select: { id: true, kind: true, actorId: true, detail: true, createdAt: true } },
  refundRequests: {
    orderBy: { requestedAt: 'desc' }, take: 1,
    select: { status: true, reason: true, amountPiastres: true, requestedAt: true, dueAt: true, decisionReason: true, lastError: true },
  },
} as const satisfies Prisma.OrderSelect;

/** One order with everything that happened to it. @throws Problem 401, 403, 404 */
export async function requireOrder(actor: MaybeActor, orderId: string): Promise<OrderDesk> {
  assertAdmin(actor);
  const client = await db();
  const order = await client.order.findUnique({ where: { id: orderId }, select: deskFields });
  if (!order) throw notFound();
  const { events, timeline, refundRequests, billing, paidTransactionId, billReference, failureCode, expiresAt, ...row } = order;
  const enrolment = row.user && (await client.enrolment.findUnique({
    where: { userId_courseSlug: { userId: row.user.id, courseSlug: row.courseSlug } }, select: { revokedAt: true },
  }));
  const names = await namesOf(timeline.flatMap((note) => note.actorId ?? []));
  return {
    ...orderRowOf(row), billReference, failureCode, expiresAt,
    billing: keptBilling(billing),
    transactionId: paidTransactionId?.toString() ?? null,
    hasCourse: enrolment ? enrolment.revokedAt === null : false,
    refund: refundOf(refundRequests),
    timeline: timelineOf(events, timeline, names),
  };
}

function refundOf([latest]: Array<{ amountPiastres: number } & Omit<NonNullable<OrderDesk['refund']>, 'amount'>>): OrderDesk['refund'] {
  if (!latest) return null;
  const { amountPiastres, ...rest } = latest;
  return { ...rest, amount: amountPiastres };
}

async function namesOf(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const client = await db();
  const users = await client.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } });
  return new Map(users.map(({ id, name }) => [id, name]));
}

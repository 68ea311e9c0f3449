import 'server-only';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import { db } from '@/lib/database/client';
import { bad, ok, warn, type Check, type Finding } from './check';

const dayMs = 24 * 3600_000;

/** Money and access must agree: invariants I1 to I3, as far as our own books show them. */
export const ordersCheck: Check = {
  name: 'payments',
  async run(now) {
    const findings = (await Promise.all([paidWithoutCourse(), courseWithoutPayment(), orphanEvents(), review(), refunds(now)])).flat();
    return findings.length > 0 ? findings : [ok('orders, payments and enrolments agree')];
  },
};

async function paidWithoutCourse(): Promise<Finding[]> {
  const paid = await listPaidWithoutAccess();
  return paid.map(({ number }) => bad(`order ${number} is paid, but its buyer does not have the course: grant it in administration`));
}

async function courseWithoutPayment(): Promise<Finding[]> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ id: string; status: string | null }>>`
    SELECT e."id", o."status"::text AS status FROM "Enrolment" e LEFT JOIN "Order" o ON o."id" = e."orderId"
    WHERE e."source" = 'purchase' AND e."revokedAt" IS NULL
      AND (o."id" IS NULL OR o."status" NOT IN ('paid', 'refund_requested')) LIMIT 20`;
  return rows.map(({ id, status }) => bad(`enrolment ${id} says bought, but its order is ${status ?? 'missing'}`));
}

async function orphanEvents(): Promise<Finding[]> {
  const client = await db();
  const events = await client.paymentEvent.findMany({
    where: { orderId: null, result: { not: 'rejected' } },
    select: { id: true, chargeId: true, paymentId: true },
    orderBy: { id: 'desc' },
    take: 20,
  });
  // Some are reported before the provider's answer names their payment; the order is asked about right afterwards.
  const paymentIds = events.flatMap(({ paymentId }) => paymentId ?? []);
  const attempts = await client.paymentAttempt.findMany({ where: { paymentId: { in: paymentIds } }, select: { paymentId: true } });
  const known = new Set(attempts.map(({ paymentId }) => paymentId));
  return events.filter(({ paymentId }) => !known.has(paymentId)).map(({ id, chargeId }) => warn(`payment event ${id} (charge ${chargeId ?? 'unknown'}) belongs to no order`));
}

async function review(): Promise<Finding[]> {
  const client = await db();
  const orders = await client.order.findMany({
    where: { needsReview: { not: null } },
    select: { number: true, needsReview: true },
    orderBy: { number: 'desc' },
    take: 20,
  });
  return orders.map(({ number, needsReview }) => warn(`order ${number} waits for a person: ${needsReview}`));
}

async function refunds(now: Date): Promise<Finding[]> {
  const client = await db();
  const late = await client.refundRequest.findMany({
    where: { status: { in: ['requested', 'approved', 'sending', 'failed'] }, dueAt: { lt: new Date(now.getTime() + dayMs) } },
    select: { dueAt: true, order: { select: { number: true } } },
    take: 20,
  });
  return late.map(({ dueAt, order }) => {
    const message = `the refund of order ${order.number} is due by ${dueAt.toISOString().slice(0, 10)}`;
    return dueAt < now ? bad(message) : warn(message);
  });
}

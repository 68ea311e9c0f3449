import { dayMs } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { countPaymentsWithoutCallback } from '@/lib/operations/admin/health';
import { listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import type { ProviderDescription } from '@/lib/payments/provider';
import { findProvider, paymentProviders } from '@/lib/payments/providers';
import { badFinding, type DiagnosticCheck, type Finding, okFinding, warnFinding } from './check';

/** Checks invariants I1 to I3 against our own records. */
export const ordersCheck: DiagnosticCheck = {
  name: 'payments',
  async run(now) {
    const findings = (
      await Promise.all([
        findPaidWithoutCourse(),
        findCourseWithoutPayment(),
        findOrphanEvents(),
        findOrdersForReview(),
        findLateRefunds(now),
      ])
    ).flat();
    return findings.length > 0 ? findings : [okFinding('orders, payments and enrolments agree')];
  },
};

async function findPaidWithoutCourse(): Promise<Finding[]> {
  const paid = await listPaidWithoutAccess();
  return paid.map(({ number }) =>
    badFinding(`order ${number} is paid, but its buyer does not have the course: grant it in administration`),
  );
}

async function findCourseWithoutPayment(): Promise<Finding[]> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ id: string; status: string | null }>>`
    SELECT e."id", o."status"::text AS status FROM "Enrolment" e LEFT JOIN "Order" o ON o."id" = e."orderId"
    WHERE e."source" = 'purchase' AND e."revokedAt" IS NULL
      AND (o."id" IS NULL OR o."status" NOT IN ('paid', 'refund_requested')) LIMIT 20`;
  return rows.map(({ id, status }) =>
    badFinding(`enrolment ${id} was bought, but its order is ${status ?? 'missing'}`),
  );
}

async function findOrphanEvents(): Promise<Finding[]> {
  const client = await db();
  const events = await client.paymentEvent.findMany({
    where: { orderId: null, result: { not: 'rejected' } },
    select: { id: true, chargeId: true, paymentId: true },
    orderBy: { id: 'desc' },
    take: 20,
  });
  // Look the payment up by its id: an event may arrive before the response to our request, which links it to an order.
  const paymentIds = events.flatMap(({ paymentId }) => paymentId ?? []);
  const attempts = await client.paymentAttempt.findMany({
    where: { paymentId: { in: paymentIds } },
    select: { paymentId: true },
  });
  const knownPayments = new Set(attempts.map(({ paymentId }) => paymentId));
  return events
    .filter(({ paymentId }) => !knownPayments.has(paymentId))
    .map(({ id, chargeId }) =>
      warnFinding(`payment event ${id} (charge ${chargeId ?? 'unknown'}) belongs to no order`),
    );
}

async function findOrdersForReview(): Promise<Finding[]> {
  const client = await db();
  const orders = await client.order.findMany({
    where: { needsReview: { not: null } },
    select: { number: true, needsReview: true },
    orderBy: { number: 'desc' },
    take: 20,
  });
  return orders.map(({ number, needsReview }) => warnFinding(`order ${number} needs a decision: ${needsReview}`));
}

async function findLateRefunds(now: Date): Promise<Finding[]> {
  const client = await db();
  const late = await client.refundRequest.findMany({
    where: {
      status: { in: ['requested', 'approved', 'sending', 'failed'] },
      dueAt: { lt: new Date(now.getTime() + dayMs) },
    },
    select: { dueAt: true, order: { select: { number: true } } },
    take: 20,
  });
  return late.map(({ dueAt, order }) => {
    const message = `the refund of order ${order.number} is due by ${dueAt.toISOString().slice(0, 10)}`;
    return dueAt < now ? badFinding(message) : warnFinding(message);
  });
}

/** Sends no key: any response proves that the host and its certificate are right. */
export const providerChecks: readonly DiagnosticCheck[] = paymentProviders.map((provider) => ({
  name: provider.title,
  async run(now) {
    const configured = findProvider(provider.name);
    if (!configured?.apiUrl)
      return [warnFinding('not configured: the payment page says that payment is not available')];
    const { apiUrl, mode } = configured;
    const missing = await findMissingCallbacks(provider, now);
    const findings =
      mode === 'test' && !config().onLocalhost
        ? [...missing, warnFinding('test mode on a public site: no buyer is charged')]
        : missing;
    try {
      await fetch(apiUrl, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(8000) });
      return [...findings, okFinding(`${new URL(apiUrl).host} answers (${mode})`)];
    } catch (error) {
      return [...findings, badFinding(`${apiUrl} cannot be reached: ${reasonOf(error)}`)];
    }
  },
}));

/** Without callbacks, payments are found up to five minutes late, and refunds from a dashboard may never be found. */
async function findMissingCallbacks({ title, callbackAdvice }: ProviderDescription, now: Date): Promise<Finding[]> {
  const client = await db();
  const last = await client.paymentEvent.findFirst({
    where: { source: 'callback' },
    orderBy: { id: 'desc' },
    select: { receivedAt: true },
  });
  const paid = await countPaymentsWithoutCallback(last?.receivedAt ?? null, now);
  if (paid === 0) return [];
  const arrived = last
    ? `the last callback arrived on ${last.receivedAt.toISOString().slice(0, 10)}`
    : 'no callback has ever arrived';
  return [
    warnFinding(
      `${paid} payments were found only by querying ${title}, ${arrived}: enter ${config().siteUrl}/api/payment/callback ${callbackAdvice}, and make sure that proxy and firewall let it through`,
    ),
  ];
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error ? cause.message : String(cause);
}

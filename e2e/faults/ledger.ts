import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { TaxDocument } from './documents';
import type { Stack } from './stack';

export interface LedgerOrder {
  id: string;
  /** User id of the buyer, or of the recipient who opened the gift. */
  holderId: string | null;
  status: string;
  amount: number;
  refunded: number;
  needsReview: string | null;
  references: string[];
  /** Courses bought and not refunded. A gift counts once it is opened. */
  courseSlugs: string[];
  openSlugs: string[];
  receipts: number;
}

const ordersSql = `
  SELECT o.id, h."holderId", o.status::text AS status, o."amountPiastres" AS amount, o."refundedPiastres" AS refunded, o."needsReview",
    COALESCE((SELECT json_agg(a."specialReference") FROM "PaymentAttempt" a WHERE a."orderId" = o.id), '[]'::json) AS references,
    COALESCE((SELECT json_agg(l."courseSlug") FROM "OrderLine" l WHERE l."orderId" = o.id AND h."holderId" IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM "RefundLine" r JOIN "RefundRequest" q ON q.id = r."requestId"
      WHERE r."orderId" = l."orderId" AND r.position = l.position AND q.status = 'done')), '[]'::json) AS "courseSlugs",
    COALESCE((SELECT json_agg(e."courseSlug") FROM "Enrolment" e JOIN "OrderLine" l ON l."orderId" = o.id AND l."courseSlug" = e."courseSlug"
      WHERE e."userId" = h."holderId" AND e."revokedAt" IS NULL), '[]'::json) AS "openSlugs",
    (SELECT count(*)::int FROM "Outbox" m WHERE m.key = 'receipt:' || o.id) AS receipts
  FROM "Order" o LEFT JOIN "Gift" g ON g."orderId" = o.id
    CROSS JOIN LATERAL (SELECT CASE o.purpose WHEN 'gift' THEN g."openedById" WHEN 'seats' THEN NULL ELSE o."userId" END AS "holderId") h ORDER BY o."createdAt"`;

export interface Counts {
  events: number;
  applied: number;
}
const eventsSql = `SELECT count(*)::int AS events, count(*) FILTER (WHERE result = 'applied')::int AS applied FROM "PaymentEvent"`;

/** Stops the service before reading the embedded database, which allows only one process. */
async function queryRows<T>(stack: Stack, sql: string): Promise<T[]> {
  if (stack.databaseUrl) {
    const client = new pg.Client({ connectionString: stack.databaseUrl });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows as T[];
  }
  if (stack.site.isRunning) await stack.site.stop();
  const pglite = await PGlite.create({ dataDir: join(stack.dataDir, 'db') });
  const { rows } = await pglite.query(sql);
  await pglite.close();
  return rows as T[];
}

export const readLedger = (stack: Stack): Promise<LedgerOrder[]> => queryRows<LedgerOrder>(stack, ordersSql);

export async function readCounts(stack: Stack): Promise<Counts> {
  const [counts] = await queryRows<Counts>(stack, eventsSql);
  return counts ?? { events: 0, applied: 0 };
}

export const readDocuments = (stack: Stack): Promise<TaxDocument[]> =>
  queryRows<TaxDocument>(
    stack,
    `
  SELECT kind::text AS kind, position, number, "orderId", "amountPiastres" AS amount, uuid, "previousUuid" FROM "TaxReceipt" ORDER BY position`,
  );

export async function readReminders(
  stack: Stack,
  orderIds: readonly string[],
): Promise<{ decided: number; waiting: number }> {
  const ids = orderIds.map((id) => `'${id}'`).join(', ');
  const [counted] = await queryRows<{ decided: number; waiting: number }>(
    stack,
    `SELECT (SELECT count(*)::int FROM "Reminder" WHERE "orderId" IN (${ids})) AS decided,
    (SELECT count(*)::int FROM "Outbox" WHERE key LIKE 'reminder:%' AND "doneAt" IS NULL) AS waiting`,
  );
  if (!stack.site.isRunning) await stack.site.start();
  return counted ?? { decided: 0, waiting: 0 };
}

/** Changes the database directly, which is quicker than waiting or acting as an admin. Restarts the service. */
export async function changeBooks(stack: Stack, sql: string): Promise<void> {
  await queryRows(stack, sql);
  if (!stack.site.isRunning) await stack.site.start();
}

export async function readCopies(
  stack: Stack,
  newsletterId: string,
): Promise<{ waiting: number; sent: number; inDoubt: number }> {
  const sql = `SELECT count(*) FILTER (WHERE m."doneAt" IS NULL)::int + (n."queuedAt" IS NULL)::int AS waiting, count(*) FILTER (WHERE m.outcome = 'sent')::int AS sent, count(*) FILTER (WHERE m.outcome = 'inDoubt')::int AS "inDoubt"
    FROM "Newsletter" n LEFT JOIN "Outbox" m ON m."newsletterId" = n.id WHERE n.id = '${newsletterId}' GROUP BY n.id`;
  const [counted] = await queryRows<{ waiting: number; sent: number; inDoubt: number }>(stack, sql);
  if (!stack.site.isRunning) await stack.site.start();
  return counted ?? { waiting: 0, sent: 0, inDoubt: 0 };
}

export async function countCouponUses(stack: Stack, code: string): Promise<number> {
  const sql = `SELECT count(*)::int AS uses FROM "Order" o JOIN "Coupon" c ON c.id = o."couponId" WHERE c.code = '${code}' AND o.status NOT IN ('failed', 'expired')
    AND NOT EXISTS (SELECT 1 FROM "RefundRequest" r WHERE r."orderId" = o.id AND r.kind = 'coupon_over')`;
  const [counted] = await queryRows<{ uses: number }>(stack, sql);
  if (!stack.site.isRunning) await stack.site.start();
  return counted?.uses ?? 0;
}

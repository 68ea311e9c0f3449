import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import type { World } from './world';

export interface LedgerOrder {
  id: string;
  userId: string;
  courseSlug: string;
  status: string;
  amount: number;
  refunded: number;
  needsReview: string | null;
  references: string[];
  enrolments: number;
  receipts: number;
}

const ORDERS = `
  SELECT o.id, o."userId", o."courseSlug", o.status::text AS status, o."amountPiastres" AS amount, o."refundedPiastres" AS refunded, o."needsReview",
    COALESCE((SELECT json_agg(a."specialReference") FROM "PaymentAttempt" a WHERE a."orderId" = o.id), '[]'::json) AS references,
    (SELECT count(*)::int FROM "Enrolment" e WHERE e."userId" = o."userId" AND e."courseSlug" = o."courseSlug" AND e."revokedAt" IS NULL) AS enrolments,
    (SELECT count(*)::int FROM "Outbox" m WHERE m.key = 'receipt:' || o.id) AS receipts
  FROM "Order" o ORDER BY o."createdAt"`;

export interface Counts { events: number; applied: number }
const EVENTS = `SELECT count(*)::int AS events, count(*) FILTER (WHERE result = 'applied')::int AS applied FROM "PaymentEvent"`;

/** Reads our own books. The embedded database has one user only, so there the service is stopped first. */
async function rowsOf<T>(world: World, sql: string): Promise<T[]> {
  if (world.databaseUrl) {
    const client = new pg.Client({ connectionString: world.databaseUrl });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows as T[];
  }
  if (world.site.isRunning) await world.site.stop();
  const pglite = await PGlite.create({ dataDir: join(world.dataDir, 'db') });
  const { rows } = await pglite.query(sql);
  await pglite.close();
  return rows as T[];
}

export const readLedger = (world: World): Promise<LedgerOrder[]> => rowsOf<LedgerOrder>(world, ORDERS);

export async function readCounts(world: World): Promise<Counts> {
  const [counts] = await rowsOf<Counts>(world, EVENTS);
  return counts ?? { events: 0, applied: 0 };
}

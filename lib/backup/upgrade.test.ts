import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { refreshSession } from '@/lib/accounts/sessions/refresh-session';
import { refreshTokenHash } from '@/lib/accounts/sessions/tokens';
import { config, resetConfig } from '@/lib/config/config';
import { useDatabase } from '@/lib/database/client';
import { applyMigrations, readMigrations } from '@/lib/database/migrations';
import type { OpenDatabase } from '@/lib/database/open-database';
import { countOrders } from '@/lib/orders/order-counts';
import { settlePayment } from '@/lib/orders/settlement/settle';
import { toCharge } from '@/lib/payments/paymob/provider';
import { parseTransaction } from '@/lib/payments/paymob/transaction';
import { paid } from '@/lib/payments/paymob/vectors.fixture';
import { openBlankDatabase } from '@/tests/support/database';
import { writeBackup } from './backup';
import { type BackupChecksums, verifyBackup } from './backup-file';
import { checkBackup, restoreBackup } from './restore';

const shipped = '0001_init';
const now = new Date('2026-11-21T10:00:00Z');
const refreshToken = 'r'.repeat(43);
const file = join(mkdtempSync(join(tmpdir(), 'upgrade-')), 'before.backup');

interface Columns {
  table: string;
  columns: string;
}

/** A later migration replaced these columns by `kind`. old-refunds.test.ts proves that no value is lost. */
const replaced = ['doubleCharge'];

const listColumns = ({ client }: OpenDatabase): Promise<Columns[]> => client.$queryRaw<Columns[]>`
  SELECT table_name::text AS "table", string_agg(quote_ident(column_name) || '::text', ', ' ORDER BY ordinal_position) AS columns
  FROM information_schema.columns
  WHERE table_schema = current_schema() AND table_name <> '_prisma_migrations' AND column_name <> ALL(${replaced})
  GROUP BY table_name`;

/** Compares these columns as text: later versions may add columns or turn numbers into text. */
async function readContent({ client }: OpenDatabase, tables: readonly Columns[]): Promise<Map<string, object>> {
  const content = new Map<string, object>();
  for (const { table, columns } of tables) {
    const [sum = {}] = await client.$queryRawUnsafe<object[]>(`
      SELECT count(*)::int AS rows, md5(coalesce(string_agg(line, '' ORDER BY line), '')) AS sum
      FROM (SELECT row_to_json(picked)::text AS line FROM (SELECT ${columns} FROM "${table}") picked) lines`);
    content.set(table, sum);
  }
  return content;
}

const inUse = [
  `INSERT INTO "User" (id, email, name, "updatedAt") SELECT 'u' || i, 'u' || i || '@learner.example', 'منى ' || i, now() FROM generate_series(1, 10000) i`,
  `INSERT INTO "Session" (id, "userId", "expiresAt") SELECT 's' || i, 'u' || i, '2026-12-20' FROM generate_series(1, 10000) i`,
  `INSERT INTO "Course" (slug, text, "updatedAt") VALUES ('course', '{"ar": {"title": "دورة"}}', now())`,
  `INSERT INTO "Product" (key, "courseSlug", name, description, "amountPiastres", "updatedAt") VALUES ('p', 'course', '{}', '{}', 129900, now())`,
  `INSERT INTO "Order" (id, "userId", "productKey", "courseSlug", description, "amountPiastres", "updatedAt", "expiresAt")
    SELECT 'o' || i, 'u' || i, 'p', 'course', 'x', 129900, now(), '2026-11-22' FROM generate_series(1, 500) i`,
  `INSERT INTO "PaymentAttempt" (id, "orderId", "specialReference", "intentionOrderId", status, "expiresAt")
    SELECT 'a' || i, 'o' || i, 'ref' || i, 7000 + i, 'open', '2026-11-22' FROM generate_series(1, 500) i`,
];

const shop = {
  PAYMOB_BASE_URL: 'http://127.0.0.1:1',
  PAYMOB_SECRET_KEY: 'egy_sk_test_x',
  PAYMOB_PUBLIC_KEY: 'egy_pk_test_x',
  PAYMOB_API_KEY: 'x',
  PAYMOB_HMAC_SECRET: 'x',
  PAYMOB_INTEGRATION_IDS: '1,2,3',
  PAYMOB_OWNER: '1',
};

function buildPaidCharge() {
  const transaction = parseTransaction({
    ...paid,
    order: { ...paid.order, id: 7001 },
    owner: 1,
    integration_id: 1,
    amount_cents: 129900,
  });
  if (!transaction) throw new Error('not a transaction');
  return toCharge(transaction, config().payments.paymob!, false);
}

describe('upgrading from the shipped version and going back', () => {
  let database: OpenDatabase;
  let before: BackupChecksums;
  let columns: Columns[];
  let content: Map<string, object>;

  beforeAll(async () => {
    for (const [name, value] of Object.entries(shop)) vi.stubEnv(name, value);
    resetConfig();
    database = await openBlankDatabase();
    expect(await applyMigrations(database, { only: [shipped] })).toEqual([shipped]);
    for (const statement of inUse) await database.client.$executeRawUnsafe(statement);
    await database.client.$executeRaw`
      INSERT INTO "RefreshToken" (id, "sessionId", hash, generation, "expiresAt") VALUES ('t1', 's1', ${refreshTokenHash(refreshToken)}, 0, '2026-12-20')`;
    before = await writeBackup(database, file, '0.0.4', now);
    columns = await listColumns(database);
    content = await readContent(database, columns);
    await applyMigrations(database);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    resetConfig();
    useDatabase(null);
    await database.close();
  });

  it('migrations after the shipped one lose or change no row [R28]', async () => {
    const { migrationDirectories } = await readMigrations();
    expect(migrationDirectories.length).toBeGreaterThan(1);
    const applied = await database.client.$queryRaw<
      Array<{ count: number }>
    >`SELECT count(*)::int AS count FROM "_prisma_migrations" WHERE finished_at IS NOT NULL`;
    expect(applied[0]?.count).toBe(migrationDirectories.length);
    expect(content.get('Session')).toMatchObject({ rows: 10_000 });
    expect(await readContent(database, columns)).toEqual(content);
    expect(await countOrders(database.client)).toBe(500);
    expect(await applyMigrations(database)).toEqual([]);
  });

  it('a signed-in learner stays signed in, and an open order can be paid in the new version [R28, D8, P5]', async () => {
    useDatabase(database);
    const refreshed = await refreshSession(refreshToken, now);
    expect(refreshed).toMatchObject({ ok: true, value: { userId: 'u1' } });
    expect(await settlePayment({ source: 'inquiry', charge: buildPaidCharge(), now })).toMatchObject({
      result: 'applied',
      orderId: 'o1',
    });
    expect(
      await database.client.enrolment.count({ where: { userId: 'u1', courseSlug: 'course', revokedAt: null } }),
    ).toBe(1);
  });

  it('the backup from before the upgrade suits the older version and restores the same rows on a clean host [R28, R22]', async () => {
    const { header } = await verifyBackup(file);
    expect(header.migrations).toEqual([shipped]);
    const clean = await openBlankDatabase();
    expect((await restoreBackup(clean, await checkBackup(file), now)).sums).toEqual(before);
    expect(await clean.client.order.count({ where: { status: 'pending' } })).toBe(500);
    expect(await countOrders(clean.client)).toBe(500);
    expect(await clean.client.lessonUpload.count()).toBe(0);
    await clean.close();
  });
});

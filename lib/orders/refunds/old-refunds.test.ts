import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '@/lib/database/client';
import { applyMigrations, migrationsFolder, readMigrations } from '@/lib/database/migrations';
import type { OpenDatabase } from '@/lib/database/open-database';
import { requireOrder } from '@/lib/orders/admin/order-details';
import { exportOrdersAsCsv, listPaidWithoutAccess } from '@/lib/orders/admin/order-list';
import { listMyPaymentCards } from '@/lib/orders/list-payments';
import { findReceipt } from '@/lib/orders/receipts/find-receipt';
import { buildActor } from '@/tests/support/actors';
import { openBlankDatabase } from '@/tests/support/database';
import { listRefundEligibility } from './refund-policy';
import { requestRefund } from './refund-requests';

const day = '2026-11-01 10:00:00';
const now = new Date('2026-11-10T10:00:00Z');
const price = 129_900;
const mona = { ...buildActor('learner'), userId: 'mona' };
const admin = buildActor('admin', { totpAt: now });

let database: OpenDatabase;
const folder = join(mkdtempSync(join(tmpdir(), 'migrations-')), 'migrations');

/** Rows as the version before bundles wrote them: a refund names its order but no lines. */
const oldRows = [
  `INSERT INTO "User" ("id", "email", "name", "updatedAt") VALUES ('mona', 'mona@midan.example', 'منى', '${day}')`,
  `INSERT INTO "Course" ("slug", "text", "updatedAt") VALUES ('course-a', '{"ar": {"title": "A"}}', '${day}')`,
  `INSERT INTO "Product" ("key", "courseSlug", "name", "description", "amountPiastres", "updatedAt") VALUES ('product-a', 'course-a', '{"ar": "A", "en": "A", "de": "A"}', '{"ar": "A", "en": "A", "de": "A"}', ${price}, '${day}')`,
  ...(['asked', 'dashboard', 'part', 'second', 'open', 'refused'] as const).flatMap((id, index) =>
    insertOldOrder(id, index),
  ),
  ...[
    ['asked', `'done', false, '100', ${price}, 1`],
    ['dashboard', `'done', false, '101', ${price}, 2`],
    ['second', `'done', false, '999', ${price}, 3`],
    ['open', `'requested', false, NULL, ${price}, NULL`],
    ['refused', `'refused', false, NULL, ${price}, NULL`],
  ].map(
    ([
      id,
      facts,
    ]) => `INSERT INTO "RefundRequest" ("id", "orderId", "userId", "reason", "requestedAt", "dueAt", "doneAt", "status", "doubleCharge", "transactionId", "amountPiastres", "creditNoteNumber")
    VALUES ('refund-${id}', '${id}', 'mona', 'old', '${day}', '${day}', '${day}', ${facts})`,
  ),
  `INSERT INTO "RefundRequest" ("id", "orderId", "userId", "reason", "requestedAt", "dueAt", "status", "doubleCharge", "transactionId", "amountPiastres") VALUES ('refund-double', 'refused', 'mona', 'double-purchase', '${day}', '${day}', 'done', true, '998', 100)`,
  `UPDATE "RefundRequest" SET "reason" = 'made-by-provider' WHERE "id" = 'refund-dashboard'`,
  `INSERT INTO "OrderNote" ("orderId", "kind", "detail", "createdAt") VALUES ('asked', 'refunded', '{"byHand": true, "piastres": ${price}}', '${day}'), ('second', 'refunded', '{"byHand": true, "piastres": ${price}}', '${day}')`,
  `UPDATE "RefundRequest" SET "status" = 'failed', "attempts" = 1 WHERE "id" = 'refund-open'`,
];

function insertOldOrder(id: string, at: number): string[] {
  const refunded = { asked: price, dashboard: price, part: 20_000 }[id] ?? 0;
  const status = { asked: 'refunded', dashboard: 'refunded', open: 'refund_requested' }[id] ?? 'paid';
  return [
    `INSERT INTO "Order" ("id", "userId", "productKey", "courseSlug", "description", "amountPiastres", "status", "paidTransactionId", "refundedPiastres", "createdAt", "updatedAt", "expiresAt", "paidAt")
     VALUES ('${id}', 'mona', 'product-a', 'course-a', 'A', ${price}, '${status}', '${100 + at}', ${refunded}, '${day}', '${day}', '${day}', '${day}')`,
    `INSERT INTO "OrderLine" ("orderId", "position", "productKey", "courseSlug", "description", "listPiastres", "totalPiastres") VALUES ('${id}', 0, 'product-a', 'course-a', 'A', ${price}, ${price})`,
  ];
}

beforeAll(async () => {
  cpSync(migrationsFolder, folder, { recursive: true });
  const names = (await readMigrations()).migrationDirectories.map(({ path }) => path);
  for (const name of names.filter((each) => each >= '0024')) rmSync(join(folder, name), { recursive: true });
  database = await openBlankDatabase();
  await applyMigrations(database, { folder });
  for (const sql of oldRows) await database.client.$executeRawUnsafe(sql);
  await applyMigrations(database);
  useDatabase(database);
});
afterAll(async () => {
  useDatabase(null);
  await database.close();
});

describe('refunds from before bundles existed', () => {
  it('get the line that they refunded; refunds of another charge and partial refunds get none [P7, N11]', async () => {
    const lines = await database.client.refundLine.findMany({
      orderBy: { orderId: 'asc' },
      select: { orderId: true, position: true, amountPiastres: true },
    });
    expect(lines).toEqual(
      ['asked', 'dashboard', 'open', 'refused'].map((orderId) => ({ orderId, position: 0, amountPiastres: price })),
    );
  });

  it('keep their credit notes, for the whole course [P7, N11]', async () => {
    for (const [orderId, label] of [
      ['asked', 'CN-000001'],
      ['dashboard', 'CN-000002'],
    ] as const) {
      const receipt = await findReceipt(mona, orderId);
      expect(receipt?.creditNotes).toMatchObject([
        { label, amountPiastres: price, items: [{ totalPiastres: price, quantity: 1 }] },
      ]);
    }
    expect((await findReceipt(mona, 'part'))?.creditNotes).toEqual([]);
  });

  it('look unchanged in payments, administration and the export [P7, N11]', async () => {
    const cards = new Map(
      (await listMyPaymentCards(mona)).map((card) => [
        card.orderId,
        [card.status, card.refundedPiastres, card.request?.status ?? null],
      ]),
    );
    expect(Object.fromEntries(cards)).toEqual({
      asked: ['refunded', price, 'done'],
      dashboard: ['refunded', price, null],
      part: ['paid', 20_000, null],
      second: ['paid', 0, 'done'],
      open: ['refund_requested', 0, 'failed'],
      refused: ['paid', 0, 'refused'],
    });
    expect((await requireOrder(admin, 'open', now)).refunds).toMatchObject([
      { status: 'failed', standing: { parts: [{ courseSlug: 'course-a', amountPiastres: price }] } },
    ]);
    expect(await requireOrder(admin, 'asked', now)).toMatchObject({
      status: 'refunded',
      refunds: [{ status: 'done', amount: price }],
    });
    const csv = await new Response(await exportOrdersAsCsv(admin, { status: 'refunded' })).text();
    expect(
      csv
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',').slice(8, 10)),
    ).toEqual([
      ['1299.00', '1299.00'],
      ['1299.00', '1299.00'],
    ]);
  });

  it('are recorded as manual where they were manual, and as sent where the provider was called [P7]', async () => {
    const orders = await database.client.order.findMany({
      where: { refundedByHandPiastres: { gt: 0 } },
      select: { id: true, refundedByHandPiastres: true },
    });
    expect(orders).toEqual([{ id: 'asked', refundedByHandPiastres: price }]);
    const sent = await database.client.refundRequest.findMany({
      where: { refundedBeforePiastres: { not: null } },
      select: { id: true, refundedBeforePiastres: true },
    });
    expect(sent).toEqual([{ id: 'refund-open', refundedBeforePiastres: 0 }]);
  });

  it('state who requested them, and keep only learners’ own words as their reason [P7]', async () => {
    const requests = await database.client.refundRequest.findMany({ select: { id: true, kind: true, reason: true } });
    expect(Object.fromEntries(requests.map(({ id, kind, reason }) => [id, [kind, reason]]))).toEqual({
      'refund-asked': ['by_learner', 'old'],
      'refund-dashboard': ['made_by_provider', ''],
      'refund-second': ['by_learner', 'old'],
      'refund-open': ['by_learner', 'old'],
      'refund-refused': ['by_learner', 'old'],
      'refund-double': ['double_purchase', ''],
    });
  });

  it('the rest can be requested after a partial refund, and the full amount after a refund of another charge [P7, N11]', async () => {
    const standings = await listRefundEligibility(mona, now);
    expect([...standings.keys()].sort()).toEqual(['part', 'refused', 'second']);
    expect((await listPaidWithoutAccess()).map(({ orderId }) => orderId).sort()).toEqual([
      'open',
      'part',
      'refused',
      'second',
    ]);
    for (const orderId of ['part', 'second'])
      await requestRefund({ actor: mona, userId: 'mona', orderId, reason: 'not for me', now });
    const asked = await database.client.refundRequest.findMany({
      where: { reason: 'not for me' },
      orderBy: { amountPiastres: 'asc' },
      select: { orderId: true, amountPiastres: true, lines: { select: { amountPiastres: true } } },
    });
    expect(asked).toEqual(
      [
        ['part', price - 20_000],
        ['second', price],
      ].map(([orderId, amountPiastres]) => ({ orderId, amountPiastres, lines: [{ amountPiastres }] })),
    );
  });
});

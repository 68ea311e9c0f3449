import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { config, resetConfig } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';
import type { OpenDatabase } from '@/lib/database/open-database';
import { startParams, wrapPglite } from '@/lib/database/pglite';
import { assertNoUnfinishedRestore } from '@/lib/database/prepare-database';
import { countOrders } from '@/lib/orders/order-counts';
import { openBlankDatabase, resetDatabase } from '@/tests/support/database';
import { assertEnoughSpace, runInSnapshot, writeBackup } from './backup';
import { verifyBackup } from './backup-file';
import { checkBackup, restoreBackup } from './restore';
import * as tables from './tables';

const now = new Date('2026-11-21T10:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const file = join(folder, 'one.backup');
let source: OpenDatabase;

/** Restores into PGlite even if the backup is from PostgreSQL, because a site may move from one to the other. */
const openEmbeddedDatabase = async () => wrapPglite(await PGlite.create({ startParams }));

async function fillWithAPurchase({ client }: OpenDatabase): Promise<void> {
  await client.user.create({ data: { id: 'u1', name: 'منى ', email: 'a@example.org', createdAt: now } });
  const text = { ar: 'دورة', en: 'Course\'s "one"', de: 'Kurs für alle' };
  await client.course.create({ data: { slug: 'course', text: { ar: text, list: [1, 2.5, null] } } });
  await client.product.create({
    data: { key: 'p', courseSlug: 'course', name: text, description: text, amountPiastres: 129900 },
  });
  const order = {
    id: 'o1',
    userId: 'u1',
    productKey: 'p',
    courseSlug: 'course',
    description: 'x',
    amountPiastres: 129900,
    expiresAt: now,
  };
  await client.order.create({ data: { ...order, paidChargeId: '900001' } });
  const upload = { id: 'f1', courseSlug: 'course', file: 'a.mp4', name: text, chapter: 0, fingerprint: 'x' };
  await client.lessonUpload.create({ data: { ...upload, sizeBytes: 9007199254740993n } });
  await client.enrolment.create({
    data: { userId: 'u1', courseSlug: 'course', orderId: 'o1', source: 'purchase', grantedAt: now },
  });
  await client.outbox.createMany({
    data: Array.from({ length: 1203 }, (_, index) => ({ key: `k${index}`, kind: 'mail', payload: { index } })),
  });
}

describe('backup and restore', () => {
  beforeEach(async () => {
    source = await resetDatabase();
    await fillWithAPurchase(source);
  });

  it('a backup restored on a clean host has the same rows and checksums [R22]', async () => {
    const written = await writeBackup(source, file, '0.0.4', now);
    const clean = await openEmbeddedDatabase();
    const { sums: restored } = await restoreBackup(clean, await checkBackup(file), now);
    expect(restored).toEqual(written);
    expect(restored.tables.find(({ table }) => table === 'Outbox')?.rows).toBe(1203);
    const order = await clean.client.order.findUniqueOrThrow({ where: { id: 'o1' } });
    expect([order.paidChargeId, order.number]).toEqual(['900001', 1]);
    expect(await countOrders(clean.client)).toBe(await clean.client.order.count());
    expect((await clean.client.lessonUpload.findUniqueOrThrow({ where: { id: 'f1' } })).sizeBytes).toBe(
      9007199254740993n,
    );
    const next = await clean.client.outbox.create({ data: { key: 'new', kind: 'mail', payload: {} } });
    expect(next.id).toBe(1204n);
    await clean.close();
  }, 120_000);

  it('backup and restore hold few long rows in memory at a time [R22]', async () => {
    const fetched: number[] = [];
    await runInSnapshot(source, async (tx) => {
      const counting = {
        $executeRawUnsafe: (sql: string) => tx.$executeRawUnsafe(sql),
        $queryRawUnsafe: async (sql: string) => {
          const rows = await tx.$queryRawUnsafe<unknown[]>(sql);
          fetched.push(rows.length);
          return rows;
        },
      } as unknown as Tx;
      expect(await tables.computeChecksum(counting, 'Outbox')).toMatchObject({ rows: 1203 });
    });
    expect(Math.max(...fetched)).toBe(20);
    const payload = { text: 'x'.repeat(1024 ** 2) };
    await source.client.outbox.createMany({
      data: Array.from({ length: 9 }, (_, index) => ({ key: `long${index}`, kind: 'mail', payload })),
    });
    await writeBackup(source, file, '0.0.4', now);
    const inserting = vi.spyOn(tables, 'insertRows');
    const clean = await openBlankDatabase();
    await restoreBackup(clean, await checkBackup(file), now);
    const sizes = inserting.mock.calls.map(([, , rows]) => rows.join('').length);
    inserting.mockRestore();
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * 1024 ** 2);
    await clean.close();
  }, 120_000);

  it('a backup is never restored over existing data [R21, R22]', async () => {
    await writeBackup(source, file, '0.0.4', now);
    await expect(restoreBackup(source, await checkBackup(file), now)).rejects.toThrow(/not empty \(Course: 1 rows\)/);
  });

  it('a truncated, foreign or missing backup is refused by name [R22]', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const bytes = readFileSync(file);
    const bad = join(folder, 'bad.backup');
    writeFileSync(bad, bytes.subarray(0, bytes.length - 40));
    await expect(verifyBackup(bad)).rejects.toThrow(bad);
    writeFileSync(bad, 'hello');
    await expect(verifyBackup(bad)).rejects.toThrow(bad);
    await expect(verifyBackup(join(folder, 'typo.backup'))).rejects.toThrow(
      /typo\.backup cannot be read as a backup: ENOENT/,
    );
    await expect(verifyBackup(folder)).rejects.toThrow(/EISDIR/);
  });

  it('a database with an interrupted restore is refused [R22]', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const clean = await openBlankDatabase();
    await expect(
      restoreBackup(clean, await checkBackup(file), now, { after: () => Promise.reject(new Error('killed')) }),
    ).rejects.toThrow('killed');
    await expect(assertNoUnfinishedRestore(clean)).rejects.toThrow(
      /was interrupted: npm run restore -- .*one\.backup.*(?:DATA_DIR\/db|PostgreSQL)/,
    );
    await clean.close();
    const whole = await openBlankDatabase();
    await restoreBackup(whole, await checkBackup(file), now);
    await assertNoUnfinishedRestore(whole);
    await whole.close();
  }, 120_000);

  it('a database whose restore was killed while filling it is refused until the restore is repeated [R22, X33]', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const checked = await checkBackup(file);
    const clean = await openBlankDatabase();
    await expect(
      restoreBackup(clean, { ...checked, file: join(folder, 'gone') }, now, { command: 'npm run db:move' }),
    ).rejects.toThrow(/ENOENT/);
    await expect(assertNoUnfinishedRestore(clean)).rejects.toThrow(/was interrupted: npm run db:move\./);
    expect((await restoreBackup(clean, checked, now)).sums).toEqual(checked.sums);
    await assertNoUnfinishedRestore(clean);
    await clean.close();
  }, 120_000);

  it('a backup does not start if the disk may be too small for it [R12, R22]', async () => {
    const toBytes = (count: number) => count * 1024 ** 2;
    assertEnoughSpace('/var/backups', toBytes(400), toBytes(144));
    expect(() => assertEnoughSpace('/var/backups', toBytes(399), toBytes(144))).toThrow(
      /\/var\/backups has 399 MiB free; a backup may take 144 MiB/,
    );
    await expect(writeBackup(source, join(folder, 'none', 'x.backup'), '0.0.4', now)).rejects.toThrow(/ENOENT/);
    await expect(writeBackup(source, folder, '0.0.4', now)).rejects.toThrow(/is a folder/);
  });

  it('two simultaneous backups to the same file are both complete [R22]', async () => {
    await Promise.all([writeBackup(source, file, '0.0.4', now), writeBackup(source, file, '0.0.4', now)]);
    expect((await verifyBackup(file)).sums.tables.find(({ table }) => table === 'Outbox')?.rows).toBe(1203);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('a backup is readable only by its owner and recorded as the last one [R22, O9]', async () => {
    await writeBackup(source, file, '0.0.4', now);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const fact = await source.client.fact.findUniqueOrThrow({ where: { name: 'last-backup' } });
    expect(fact.value).toMatchObject({ at: now.toISOString(), file });
  });
});

const picture = '0198aaaa-0000-7000-8000-000000000001';
const attachment = '0198bbbb-0000-7000-8000-000000000002';
const named = [`pictures/${picture}/320.avif`, `pictures/${picture}/320.webp`, `attachments/${attachment}`];

function useDataDir(path: string): void {
  vi.stubEnv('DATA_DIR', path);
  resetConfig();
}

describe('files beside the database [N7, N17, R22]', () => {
  let here: string;
  beforeEach(async () => {
    source = await resetDatabase();
    here = mkdtempSync(join(tmpdir(), 'data-'));
    useDataDir(here);
    for (const folderOf of [`pictures/${picture}`, `pictures/${picture}.new`, 'attachments'])
      mkdirSync(join(here, folderOf), { recursive: true });
    for (const path of named) writeFileSync(join(here, path), `bytes of ${path}\0\n=[]\n`);
    writeFileSync(join(here, `pictures/${picture}.new/640.webp`), 'being made');
    writeFileSync(join(here, 'attachments/other.txt'), 'nobody names it');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    resetConfig();
  });

  it('a backup contains pictures and attachments and restores them unchanged, but not files still being made [N7, N17, O5]', async () => {
    const written = await writeBackup(source, file, '0.0.4', now);
    expect(written.files.rows).toBe(3);
    const elsewhere = mkdtempSync(join(tmpdir(), 'data-'));
    useDataDir(elsewhere);
    const clean = await openBlankDatabase();
    expect((await restoreBackup(clean, await checkBackup(file), now)).sums).toEqual(written);
    for (const path of named) expect(readFileSync(join(elsewhere, path))).toEqual(readFileSync(join(here, path)));
    expect(readdirSync(elsewhere, { recursive: true }).filter((each) => /new|other/.test(String(each)))).toEqual([]);
    await clean.close();
  }, 120_000);

  it('a picture missing from the backup is detected before anything is restored [N7, R22]', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const bad = join(folder, 'bad.backup');
    const lines = gunzipSync(readFileSync(file)).toString().split('\n');
    writeFileSync(bad, gzipSync(lines.filter((line) => !line.includes('320.avif')).join('\n')));
    await expect(verifyBackup(bad)).rejects.toThrow(/files: 2 rows, 3 expected/);
  });

  it('a forged path in a backup cannot write outside the picture and attachment folders [N7, X19]', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const bad = join(folder, 'bad.backup');
    writeFileSync(
      bad,
      gzipSync(
        gunzipSync(readFileSync(file))
          .toString()
          .replace(named[0] ?? '', `pictures/../../${picture}.avif`),
      ),
    );
    await expect(verifyBackup(bad)).rejects.toThrow(/cannot be read as a backup/);
    expect(existsSync(join(here, '..', `${picture}.avif`))).toBe(false);
  });

  it('restoring brings back the backup’s secret and keeps the replaced one in a file [R22]', async () => {
    vi.stubEnv('AUTH_SECRET', undefined);
    writeFileSync(join(here, 'auth-secret'), 's'.repeat(43));
    await writeBackup(source, file, '0.0.4', now);
    const elsewhere = mkdtempSync(join(tmpdir(), 'data-'));
    useDataDir(elsewhere);
    const restore = async () => {
      const clean = await openBlankDatabase();
      const { notes } = await restoreBackup(clean, await checkBackup(file), now);
      await clean.close();
      return notes;
    };
    expect(await restore()).toEqual([]);
    expect(config().authSecret).toBe('s'.repeat(43));
    writeFileSync(join(elsewhere, 'auth-secret'), 'o'.repeat(43));
    expect(await restore()).toEqual([expect.stringMatching(/auth-secret\.before-restore\.$/)]);
    expect([
      readFileSync(join(elsewhere, 'auth-secret'), 'utf8')[0],
      readFileSync(join(elsewhere, 'auth-secret.before-restore'), 'utf8')[0],
    ]).toEqual(['s', 'o']);
    vi.stubEnv('AUTH_SECRET', 'x'.repeat(40));
    expect(await restore()).toEqual([expect.stringMatching(/AUTH_SECRET differs from the one of the backup/)]);
  }, 120_000);

  it('a backup in the first format, without files, can still be restored [R22]', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
    const end = JSON.parse((lines.at(-1) ?? '').slice(1)) as { tables: unknown };
    const old = join(folder, 'old.backup');
    const rows = lines.slice(0, -1).filter((line) => !line.startsWith('@'));
    writeFileSync(
      old,
      gzipSync(
        [header.replace('site-backup-2', 'site-backup-1'), ...rows, `=${JSON.stringify(end.tables)}`, ''].join('\n'),
      ),
    );
    const clean = await openBlankDatabase();
    expect((await restoreBackup(clean, await checkBackup(old), now)).sums.files.rows).toBe(0);
    await clean.close();
  }, 120_000);
});

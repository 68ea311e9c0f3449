import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { PGlite } from '@electric-sql/pglite';
import { config, forgetConfig } from '@/lib/config/config';
import type { OpenDatabase } from '@/lib/database/open-database';
import { startParams, wrapPglite } from '@/lib/database/pglite';
import { assertRestored } from '@/lib/database/unfinished-restore';
import { blankDatabase, freshDatabase } from '@/lib/testing/database';
import { writeBackup } from './backup';
import { verifyBackup } from './backup-file';
import { refuseLittleSpace } from './free-space';
import { checkBackup, restoreBackup } from './restore';

const now = new Date('2026-11-21T10:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'backup-'));
const file = join(folder, 'one.backup');
let source: OpenDatabase;

const cleanHost = async () => wrapPglite(await PGlite.create({ startParams }));

/** One row in tables of every kind: references both ways, big integers, JSON, times, texts in three scripts. */
async function fillWithAPurchase({ client }: OpenDatabase): Promise<void> {
  await client.user.create({ data: { id: 'u1', name: 'منى ', email: 'a@example.org', createdAt: now } });
  const text = { ar: 'دورة', en: "Course's \"one\"", de: 'Kurs für alle' };
  await client.course.create({ data: { slug: 'course', text: { ar: text, list: [1, 2.5, null] } } });
  await client.product.create({ data: { key: 'p', courseSlug: 'course', name: text, description: text, amountPiastres: 129900 } });
  const order = { id: 'o1', userId: 'u1', productKey: 'p', courseSlug: 'course', description: 'x', amountPiastres: 129900, expiresAt: now };
  await client.order.create({ data: { ...order, paidChargeId: '900001' } });
  const upload = { id: 'f1', courseSlug: 'course', file: 'a.mp4', name: text, chapter: 0, fingerprint: 'x' };
  await client.lessonUpload.create({ data: { ...upload, sizeBytes: 9007199254740993n } });
  await client.enrolment.create({ data: { userId: 'u1', courseSlug: 'course', orderId: 'o1', source: 'purchase', grantedAt: now } });
  await client.outbox.createMany({ data: Array.from({ length: 1203 }, (_, index) => ({ key: `k${index}`, kind: 'mail', payload: { index } })) });
}

describe('backup and restore', () => {
  beforeEach(async () => {
    source = await freshDatabase();
    await fillWithAPurchase(source);
  });

  it('R22 a backup restored on a clean host holds the same rows, counted and summed', async () => {
    const written = await writeBackup(source, file, '0.0.4', now);
    const clean = await cleanHost();
    const { sums: restored } = await restoreBackup(clean, await checkBackup(file), now);
    expect(restored).toEqual(written);
    expect(restored.tables.find(({ table }) => table === 'Outbox')?.rows).toBe(1203);
    const order = await clean.client.order.findUniqueOrThrow({ where: { id: 'o1' } });
    expect([order.paidChargeId, order.number]).toEqual(['900001', 1]);
    expect((await clean.client.lessonUpload.findUniqueOrThrow({ where: { id: 'f1' } })).sizeBytes).toBe(9007199254740993n);
    const next = await clean.client.outbox.create({ data: { key: 'new', kind: 'mail', payload: {} } });
    expect(next.id).toBe(1204n);
    await clean.close();
  }, 120_000);

  it('R21 R22 a backup is never restored over data', async () => {
    await writeBackup(source, file, '0.0.4', now);
    await expect(restoreBackup(source, await checkBackup(file), now)).rejects.toThrow(/not empty \(Course: 1 rows\)/);
  });

  it('R22 a backup cut short, damaged or foreign is refused by name', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const bytes = readFileSync(file);
    const bad = join(folder, 'bad.backup');
    writeFileSync(bad, bytes.subarray(0, bytes.length - 40));
    await expect(verifyBackup(bad)).rejects.toThrow(bad);
    writeFileSync(bad, 'hello');
    await expect(verifyBackup(bad)).rejects.toThrow(bad);
    await expect(verifyBackup(join(folder, 'typo.backup'))).rejects.toThrow(/typo\.backup cannot be read as a backup: ENOENT/);
    await expect(verifyBackup(folder)).rejects.toThrow(/EISDIR/);
  });

  it('R22 a restore that did not reach its end does not start', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const clean = await blankDatabase();
    await expect(restoreBackup(clean, await checkBackup(file), now, { after: () => Promise.reject(new Error('killed')) })).rejects.toThrow('killed');
    await expect(assertRestored(clean)).rejects.toThrow(/was interrupted: npm run restore -- .*one\.backup.*(?:DATA_DIR\/db|PostgreSQL)/);
    await clean.close();
    const whole = await blankDatabase();
    await restoreBackup(whole, await checkBackup(file), now);
    await assertRestored(whole);
    await whole.close();
  }, 120_000);

  it('R22 X33 one that was killed while it filled leaves no shop without data, and is done again', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const checked = await checkBackup(file);
    const clean = await blankDatabase();
    await expect(restoreBackup(clean, { ...checked, file: join(folder, 'gone') }, now, { command: 'npm run db:move' })).rejects.toThrow(/ENOENT/);
    await expect(assertRestored(clean)).rejects.toThrow(/was interrupted: npm run db:move\./);
    expect((await restoreBackup(clean, checked, now)).sums).toEqual(checked.sums);
    await assertRestored(clean);
    await clean.close();
  }, 120_000);

  it('R12 R22 a backup that the disk may be too small for is not begun', async () => {
    const mebibytes = (count: number) => count * 1024 ** 2;
    refuseLittleSpace('/var/backups', mebibytes(400), mebibytes(144));
    expect(() => refuseLittleSpace('/var/backups', mebibytes(399), mebibytes(144))).toThrow(/\/var\/backups has 399 MiB free; a backup may take 144 MiB/);
    await expect(writeBackup(source, join(folder, 'none', 'x.backup'), '0.0.4', now)).rejects.toThrow(/ENOENT/);
    await expect(writeBackup(source, folder, '0.0.4', now)).rejects.toThrow(/is a folder/);
  });

  it('R22 two backups that are written to one name at once are both whole', async () => {
    await Promise.all([writeBackup(source, file, '0.0.4', now), writeBackup(source, file, '0.0.4', now)]);
    expect((await verifyBackup(file)).sums.tables.find(({ table }) => table === 'Outbox')?.rows).toBe(1203);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('R22 O9 only its owner may read a backup, and the service remembers it', async () => {
    await writeBackup(source, file, '0.0.4', now);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const fact = await source.client.fact.findUniqueOrThrow({ where: { name: 'last-backup' } });
    expect(fact.value).toMatchObject({ at: now.toISOString(), file });
  });
});

const picture = '0198aaaa-0000-7000-8000-000000000001';
const attachment = '0198bbbb-0000-7000-8000-000000000002';
const named = [`pictures/${picture}/320.avif`, `pictures/${picture}/320.webp`, `attachments/${attachment}`];

/** The commands run with this DATA_DIR. */
function useDataDir(path: string): void {
  vi.stubEnv('DATA_DIR', path);
  forgetConfig();
}

describe('N7 N17 R22 files beside the database', () => {
  let here: string;
  beforeEach(async () => {
    source = await freshDatabase();
    here = mkdtempSync(join(tmpdir(), 'data-'));
    useDataDir(here);
    for (const folderOf of [`pictures/${picture}`, `pictures/${picture}.new`, 'attachments']) mkdirSync(join(here, folderOf), { recursive: true });
    for (const path of named) writeFileSync(join(here, path), `bytes of ${path}\0\n=[]\n`);
    writeFileSync(join(here, `pictures/${picture}.new/640.webp`), 'being made');
    writeFileSync(join(here, 'attachments/other.txt'), 'nobody names it');
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    forgetConfig();
  });

  it('N7 N17 O5 pictures and uploaded files are in the backup and come back as they were, those that are being made not', async () => {
    const written = await writeBackup(source, file, '0.0.4', now);
    expect(written.files.rows).toBe(3);
    const elsewhere = mkdtempSync(join(tmpdir(), 'data-'));
    useDataDir(elsewhere);
    const clean = await cleanHost();
    expect((await restoreBackup(clean, await checkBackup(file), now)).sums).toEqual(written);
    for (const path of named) expect(readFileSync(join(elsewhere, path))).toEqual(readFileSync(join(here, path)));
    expect(readdirSync(elsewhere, { recursive: true }).filter((each) => /new|other/.test(String(each)))).toEqual([]);
    await clean.close();
  }, 120_000);

  it('N7 R22 a picture that was changed in the backup is found before anything is restored', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const bad = join(folder, 'bad.backup');
    const lines = gunzipSync(readFileSync(file)).toString().split('\n');
    writeFileSync(bad, gzipSync(lines.filter((line) => !line.includes('320.avif')).join('\n')));
    await expect(verifyBackup(bad)).rejects.toThrow(/files: 2 rows, 3 expected/);
  });

  it('N7 X19 a backup writes nowhere but where pictures and attachments lie', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const bad = join(folder, 'bad.backup');
    writeFileSync(bad, gzipSync(gunzipSync(readFileSync(file)).toString().replace(named[0] ?? '', `pictures/../../${picture}.avif`)));
    await expect(verifyBackup(bad)).rejects.toThrow(/cannot be read as a backup/);
    expect(existsSync(join(here, '..', `${picture}.avif`))).toBe(false);
  });

  it('R22 the secret of the backup comes back; another one, of a database that is gone, makes way', async () => {
    vi.stubEnv('AUTH_SECRET', undefined);
    writeFileSync(join(here, 'auth-secret'), 's'.repeat(43));
    await writeBackup(source, file, '0.0.4', now);
    const elsewhere = mkdtempSync(join(tmpdir(), 'data-'));
    useDataDir(elsewhere);
    const restore = async () => {
      const clean = await blankDatabase();
      const { notes } = await restoreBackup(clean, await checkBackup(file), now);
      await clean.close();
      return notes;
    };
    expect(await restore()).toEqual([]);
    expect(config().authSecret).toBe('s'.repeat(43));
    writeFileSync(join(elsewhere, 'auth-secret'), 'o'.repeat(43));
    expect(await restore()).toEqual([expect.stringMatching(/auth-secret\.before-restore\.$/)]);
    expect([readFileSync(join(elsewhere, 'auth-secret'), 'utf8')[0], readFileSync(join(elsewhere, 'auth-secret.before-restore'), 'utf8')[0]]).toEqual(['s', 'o']);
    vi.stubEnv('AUTH_SECRET', 'x'.repeat(40));
    expect(await restore()).toEqual([expect.stringMatching(/AUTH_SECRET is another one than that of the backup/)]);
  }, 120_000);

  it('R22 a backup of the first format, without files, is still restored', async () => {
    await writeBackup(source, file, '0.0.4', now);
    const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n');
    const end = JSON.parse((lines.at(-1) ?? '').slice(1)) as { tables: unknown };
    const old = join(folder, 'old.backup');
    const rows = lines.slice(0, -1).filter((line) => !line.startsWith('@'));
    writeFileSync(old, gzipSync([header.replace('site-backup-2', 'site-backup-1'), ...rows, `=${JSON.stringify(end.tables)}`, ''].join('\n')));
    const clean = await cleanHost();
    expect((await restoreBackup(clean, await checkBackup(old), now)).sums.files.rows).toBe(0);
    await clean.close();
  }, 120_000);
});

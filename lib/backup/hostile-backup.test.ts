import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { applyMigrations } from '@/lib/database/migrations';
import type { OpenDatabase } from '@/lib/database/open-database';
import { openBlankDatabase, resetDatabase } from '@/tests/support/database';
import { writeBackup } from './backup';
import { readLines } from './backup-file';
import { checkBackup, restoreBackup } from './restore';
import { RowChecksum } from './tables';

const now = new Date('2026-11-21T10:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'hostile-'));
const name = 'one\u2028two\u2029three';
let lines: string[];

beforeAll(async () => {
  const source = await resetDatabase();
  await source.client.user.create({ data: { id: 'u1', name, email: 'a@example.org', createdAt: now } });
  const file = join(folder, 'good.backup');
  await writeBackup(source, file, '0.0.4', now);
  lines = gunzipSync(readFileSync(file)).toString().trimEnd().split('\n').slice(0, -1);
}, 120_000);

/** Writes a backup whose counts and checksums agree with its rows, as an attacker would. */
function writeForged(change: (lines: string[]) => string[], isListed: (table: string) => boolean = () => true): string {
  const forged = change(lines);
  const tables = new Map<string, RowChecksum>();
  const files = new RowChecksum();
  let table = '';
  for (const line of forged.slice(1)) {
    if (line.startsWith('#')) tables.set((table = line.slice(1)), new RowChecksum());
    else if (line.startsWith('@')) files.add(line.slice(1));
    else tables.get(table)?.add(line);
  }
  const sums = [...tables].filter(([each]) => isListed(each)).map(([each, sum]) => sum.result(each));
  const end = `=${JSON.stringify({ tables: sums, files: files.result('files') })}`;
  const file = join(folder, 'forged.backup');
  writeFileSync(file, gzipSync(`${[...forged, end].join('\n')}\n`));
  return file;
}

const withHeader = (changes: object) => (): string[] => [
  JSON.stringify({ ...(JSON.parse(lines[0]!) as object), ...changes }),
  ...lines.slice(1),
];
const withTable =
  (...more: string[]) =>
  () => [...lines, ...more];
const withUserRow = (change: (row: string) => string[]) => () =>
  lines.flatMap((line) => (line.startsWith('{"id":"u1"') ? change(line) : [line]));

const restoreInto = async (database: OpenDatabase, file: string) =>
  restoreBackup(database, await checkBackup(file), now);

async function refusalOf(file: string): Promise<string> {
  const database = await openBlankDatabase();
  try {
    await restoreInto(database, file);
    return 'restored';
  } catch (error) {
    const [row] = await database.client.$queryRaw<
      Array<{ users: string | null }>
    >`SELECT to_regclass('"User"')::text AS users`;
    if (row?.users) expect(await database.client.user.count()).toBe(0);
    return (error as Error).message;
  } finally {
    await database.close();
  }
}

test('texts of visitors with Unicode line separators survive backup and restore [R22]', async () => {
  const database = await openBlankDatabase();
  await restoreInto(database, join(folder, 'good.backup'));
  expect((await database.client.user.findUniqueOrThrow({ where: { id: 'u1' } })).name).toBe(name);
  await database.close();
}, 60_000);

test('a line ends only at a line feed, also where the parts of a stream meet [R22]', async () => {
  const read = async (...parts: string[]) => {
    const found: string[] = [];
    for await (const line of readLines(Readable.from(parts.map((each) => Buffer.from(each))))) found.push(line);
    return found;
  };
  expect(await read('a\u2028b\rc\u0085d\n', 'e', 'f\n\ng')).toEqual(['a\u2028b\rc\u0085d', 'ef', '', 'g']);
  expect(await read()).toEqual([]);
});

test('a line that would not fit in memory is refused instead of ending the process [R22, X51]', async () => {
  const endless = Readable.from(Array.from({ length: 5 }, () => Buffer.from('aaa')));
  await expect(readLines(endless, 10).next()).rejects.toThrow('a line has more than 10 characters');
});

describe('a forged or foreign backup restores nothing and is named with the reason [R22, X51]', () => {
  test.each<[string, () => string, RegExp]>([
    [
      'rows of a table that the end does not list',
      () =>
        writeForged(
          (all) => all,
          (table) => table !== 'User',
        ),
      /User: rows that its last line does not list$/,
    ],
    [
      'rows of a table of PostgreSQL',
      () => writeForged(withTable('#pg_authid', '{"oid":99999,"rolname":"thief","rolsuper":true}')),
      /no table pg_authid\. Nothing was changed/,
    ],
    [
      'rows of the list of migrations',
      () => writeForged(withTable('#_prisma_migrations', '{"id":"x"}')),
      /no table _prisma_migrations/,
    ],
    ['rows of another program', () => writeForged(withTable('#Nonsense', '{"a":1}')), /no table Nonsense/],
    ['a row that is not JSON', () => writeForged(withUserRow(() => ['{oops'])), /failed: Raw query failed.*type json/],
    ['a row twice', () => writeForged(withUserRow((row) => [row, row])), /failed: .*duplicate key/],
    [
      'a row with unknown columns',
      () => writeForged(withUserRow((row) => [row.replace('{', '{"x":1,')])),
      /not the same/,
    ],
    ['a newer format', () => writeForged(withHeader({ format: 'site-backup-3' })), /a newer version wrote it/],
    ['a newer migration', () => writeForged(withHeader({ migrations: ['9999_new'] })), /does not know 9999_new/],
    ['no migrations', () => writeForged(withHeader({ migrations: [] })), /not a backup of this site/],
    ['a secret that is too short', () => writeForged(withHeader({ authSecret: '' })), /not a backup of this site/],
    ['a wrong time', () => writeForged(withHeader({ createdAt: 'yesterday' })), /not a backup of this site/],
    [
      'a path outside',
      () => writeForged(withTable('@{"path":"pictures/../../x","data":""}')),
      /line \d+ is not a line/,
    ],
    ['an absolute path', () => writeForged(withTable('@{"path":"/etc/x","data":""}')), /line \d+ is not a line/],
  ])(
    '%s',
    async (_, write, reason) => {
      const message = await refusalOf(write());
      expect(message).toMatch(reason);
      expect(message).toContain(join(folder, 'forged.backup'));
      expect(message).not.toContain('\n');
    },
    60_000,
  );
});

test('a backup whose contents do not fit on the disk is refused before anything is written [R12, R22, X51]', async () => {
  const database = await openBlankDatabase();
  const backup = await checkBackup(join(folder, 'good.backup'));
  const size = { rows: 0, files: 1024 ** 5 };
  await expect(restoreBackup(database, { ...backup, size }, now)).rejects.toThrow(
    /good\.backup failed: .* MiB free; the restore may take 1073741824 MiB, .*Nothing was written\.$/,
  );
  const [row] = await database.client.$queryRaw<
    Array<{ users: string | null }>
  >`SELECT to_regclass('"User"')::text AS users`;
  expect(row?.users).toBeNull();
  await database.close();
}, 60_000);

test('a refused restore does not migrate a database that has rows [R22]', async () => {
  const database = await openBlankDatabase();
  const { migrations } = JSON.parse(lines[0]!) as { migrations: string[] };
  await applyMigrations(database, { only: migrations.slice(0, 30) });
  await database.client.$executeRaw`INSERT INTO "Fact" (name, value, "updatedAt") VALUES ('mine', '{}', now())`;
  await expect(restoreInto(database, join(folder, 'good.backup'))).rejects.toThrow(/not empty \(Fact: 1 rows\)/);
  const [row] = await database.client.$queryRaw<
    Array<{ count: number }>
  >`SELECT count(*)::int AS count FROM "_prisma_migrations"`;
  expect(row?.count).toBe(30);
  await database.close();
}, 60_000);

import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { applyMigrations, migrationsFolder } from '@/lib/database/migrations';
import type { OpenDatabase } from '@/lib/database/open-database';
import { repairDatabase } from '@/lib/database/repair';
import { openBlankDatabase, openMigratedDatabase } from '@/tests/support/database';

const faulty = '9999_faulty';
const script = 'CREATE TABLE half (id int);\nALTER TABLE "User" ADD COLUMN half int;';
let database: OpenDatabase;
let folder: string;

const write = (sql: string, name = faulty) => {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
};
const repair = async (options: { rolledBack?: string; applied?: string } = {}) => {
  const { ok, lines } = await repairDatabase(database, { ...options, folder });
  return { ok, text: lines.join('\n') };
};

/** Leaves a failed migration as version 0.0.4 did, which used no transaction. */
async function fail(): Promise<void> {
  await applyMigrations(database, { folder });
  write(script);
  await database.client.$executeRaw`
    INSERT INTO "_prisma_migrations" (id, checksum, migration_name, logs, started_at) VALUES ('1', '', ${faulty}, 'division by zero', '2026-11-21T10:00:00Z')`;
}

beforeEach(async () => {
  folder = join(mkdtempSync(join(tmpdir(), 'repair-')), 'migrations');
  mkdirSync(folder);
  cpSync(join(migrationsFolder, 'migration_lock.toml'), join(folder, 'migration_lock.toml'));
  write('CREATE TABLE "User" (id text PRIMARY KEY);', '0001_init');
  database = await openBlankDatabase();
  await fail();
  return () => database.close();
});

const there = {
  nothing: async () => undefined,
  part: () => database.client.$executeRaw`CREATE TABLE half (id int)`,
  all: async () => {
    await database.client.$executeRaw`CREATE TABLE half (id int)`;
    await database.client.$executeRaw`ALTER TABLE "User" ADD COLUMN half int`;
  },
};

// Skip PostgreSQL: each case starts a PGlite, and only the reported schema could differ, which the last test compares.
it.skipIf(process.env.TEST_DATABASE_URL).each([
  ['nothing', script, /Not applied\.[^]*npm run backup[^]*--rolled-back 9999_faulty/],
  [
    'part',
    script,
    /Partially applied[^]*\+ column half\.id int4[^]*pg_dump[^]*Undo the changes by hand[^]*--rolled-back 9999_faulty/,
  ],
  ['part', `${script} SELECT 1/0;`, /Fails in an empty database too[^]*\+ column half\.id int4/],
  ['all', script, /Completely applied[^]*pg_dump[^]*--applied 9999_faulty/],
] as const)(
  'shows an unfinished migration with its time, its error and how much of it exists, and changes nothing: %s [R21]',
  async (extent, sql, shown) => {
    await there[extent]();
    write(sql);
    const { ok, text } = await repair();
    expect(ok).toBe(false);
    expect(text).toMatch(/9999_faulty was started at 2026-11-21T10:00:00.000Z[^]*division by zero/);
    expect(text).toMatch(shown);
    await expect(applyMigrations(database, { folder })).rejects.toThrow(/9999_faulty.*npm run db:repair/);
  },
);

it('marks a migration as rolled back only by its name; the next start applies it [R21]', async () => {
  expect((await repair({ rolledBack: '0001_init' })).text).toMatch(
    /No unfinished migration is called 0001_init[^]*9999_faulty/,
  );
  expect((await repair({ rolledBack: faulty })).text).toMatch(/marked as rolled back/);
  expect((await repair()).text).toMatch(/nothing to repair/);
  expect(await applyMigrations(database, { folder })).toEqual([faulty]);
});

it('a migration marked as applied is not applied again [R21]', async () => {
  await there.all();
  expect((await repair({ applied: faulty })).ok).toBe(true);
  expect(await applyMigrations(database, { folder })).toEqual([]);
});

it('finds no other difference among all our own migrations [R21]', async () => {
  await database.close();
  cpSync(migrationsFolder, folder, { recursive: true });
  rmSync(join(folder, faulty), { recursive: true });
  database = await openMigratedDatabase();
  await fail();
  expect((await repair()).text).toMatch(/Not applied\./);
});

import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/lib/database/open-database';
import { blankDatabase } from '@/lib/testing/database';
import { applyMigrations, assertMigrated, pendingMigrations } from './migrate';
import { migrationsFolder, readMigrations } from './migration-engine';

const faulty = '9999_faulty';
let database: OpenDatabase;
let folder: string;

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}
const namesOf = async (from?: string): Promise<string[]> => (await readMigrations(from)).migrationDirectories.map(({ path }) => path);
const isThere = async (table: string): Promise<boolean | undefined> => {
  const [found] = await database.client.$queryRaw<Array<{ there: boolean }>>`SELECT to_regclass(${table}) IS NOT NULL AS there`;
  return found?.there;
};

describe('migrations', () => {
  beforeEach(async () => {
    folder = join(mkdtempSync(join(tmpdir(), 'migrations-')), 'migrations');
    cpSync(migrationsFolder, folder, { recursive: true });
    database = await blankDatabase();
    return () => database.close();
  });

  it.each([
    ['SELECT 1/0;', /division by zero/],
    ['ALTER TABLE "User" ADD COLUMN x "NoSuchType";', /NoSuchType/],
    ['ALTER TABLE "NoSuchTable" ADD COLUMN x int;', /NoSuchTable/],
  ])('R21 X32 O5 a faulty one refuses the start, says its name, the error and the way back, and nothing of that start is applied: %s', async (fault, reason) => {
    await applyMigrations(database);
    write('9998_sound', 'CREATE TABLE sound (id int);');
    write(faulty, `CREATE TABLE half (id int);\nALTER TABLE "User" ADD COLUMN half int;\n${fault}`);
    const refused = applyMigrations(database, { folder });
    await expect(refused).rejects.toThrow(new RegExp(`migration ${faulty} failed: .*`));
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow(/npm run restore -- <file>/);
    expect([await isThere('half'), await isThere('sound')]).toEqual([false, false]);
    expect(await database.client.user.count()).toBe(0);
    expect(await applyMigrations(database)).toEqual([]);
    expect(await pendingMigrations(database, folder)).toEqual(['9998_sound', faulty]);
  });

  it('R21 once it is mended the next start applies it', async () => {
    await applyMigrations(database);
    write(faulty, 'CREATE TABLE half (id int); SELECT 1/0;');
    await expect(applyMigrations(database, { folder })).rejects.toThrow(faulty);
    write(faulty, 'CREATE TABLE half (id int);');
    expect(await applyMigrations(database, { folder })).toEqual([faulty]);
    expect(await isThere('half')).toBe(true);
    expect(await applyMigrations(database, { folder })).toEqual([]);
  });

  it('R21 R28 a database that a newer version has migrated is refused by name, by starts and by commands', async () => {
    write('9998_newer', 'CREATE TABLE newer (id int);');
    await applyMigrations(database, { folder });
    await expect(applyMigrations(database)).rejects.toThrow(/newer version: 9998_newer is not known here.*npm run restore/);
    await expect(assertMigrated(database)).rejects.toThrow(/9998_newer/);
    await assertMigrated(database, folder);
  });

  it('R21 a command migrates nothing', async () => {
    await applyMigrations(database);
    write('9998_newer', 'CREATE TABLE newer (id int);');
    await expect(assertMigrated(database, folder)).rejects.toThrow(/lacks 9998_newer\. Start the service/);
    expect(await isThere('newer')).toBe(false);
  });

  it.runIf(process.env.TEST_DATABASE_URL)('R21 R28 a table in use delays a migration, which meanwhile lets other queries through, and tells at last', async () => {
    await applyMigrations(database);
    write('9998_newer', 'ALTER TABLE "Fact" ADD COLUMN newer int;');
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    let taken: () => void = () => undefined;
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    const reading = database.scripted(async ({ query }) => {
      await query('LOCK TABLE "Fact" IN ACCESS SHARE MODE');
      taken();
      await released;
    });
    await isTaken;
    await expect(applyMigrations(database, { folder, lockTries: 1 })).rejects.toThrow(/9998_newer failed.*pg_stat_activity/);
    const migrating = applyMigrations(database, { folder });
    await sleep(4000);
    expect(await database.client.fact.count()).toBe(0);
    release();
    await reading;
    expect(await migrating).toEqual(['9998_newer']);
  }, 30_000);

  it('O5 processes that start together apply each one once', async () => {
    const all = await namesOf();
    const applied = await Promise.all(Array.from({ length: 3 }, () => applyMigrations(database)));
    expect(applied.flat().sort()).toEqual(all);
    const rows = await database.client.$queryRaw<Array<{ name: string }>>`SELECT migration_name::text AS name FROM "_prisma_migrations" ORDER BY 1`;
    expect(rows.map(({ name }) => name)).toEqual(all);
  });

  it('R21 one that an earlier version or another tool left unfinished is named, with the command that settles it', async () => {
    await applyMigrations(database);
    await database.client.$executeRaw`UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = '0002_searches_and_uploads'`;
    await expect(applyMigrations(database)).rejects.toThrow(/0002_searches_and_uploads.*npm run db:repair/);
    await expect(pendingMigrations(database)).rejects.toThrow(/0002_searches_and_uploads.*npm run db:repair/);
  });

  it('R21 another program’s database is left alone', async () => {
    await database.client.$executeRaw`CREATE TABLE theirs (id int)`;
    await expect(applyMigrations(database)).rejects.toThrow(/tables of another program \(theirs\)/);
    expect(await isThere('_prisma_migrations')).toBe(false);
  });

  it('R21 none ends the transaction it runs in', async () => {
    for (const name of await namesOf()) {
      expect(readFileSync(join(migrationsFolder, name, 'migration.sql'), 'utf8')).not.toMatch(/^\s*(?:BEGIN|COMMIT|ROLLBACK|END|START\s+TRANSACTION)\b/im);
    }
  });
});

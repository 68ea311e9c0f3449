import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  applyMigrations,
  assertMigrated,
  listPendingMigrations,
  migrationsFolder,
  readMigrations,
} from '@/lib/database/migrations';
import type { OpenDatabase } from '@/lib/database/open-database';
import { openBlankDatabase } from '@/tests/support/database';

const faulty = '9999_faulty';
let database: OpenDatabase;
let folder: string;

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), sql);
}
const listNames = async (from?: string): Promise<string[]> =>
  (await readMigrations(from)).migrationDirectories.map(({ path }) => path);
const isThere = async (table: string): Promise<boolean | undefined> => {
  const [found] = await database.client.$queryRaw<
    Array<{ there: boolean }>
  >`SELECT to_regclass(${table}) IS NOT NULL AS there`;
  return found?.there;
};

describe('migrations', () => {
  beforeEach(async () => {
    folder = join(mkdtempSync(join(tmpdir(), 'migrations-')), 'migrations');
    cpSync(migrationsFolder, folder, { recursive: true });
    database = await openBlankDatabase();
    return () => database.close();
  });

  it.each([
    ['SELECT 1/0;', /division by zero/],
    ['ALTER TABLE "User" ADD COLUMN x "NoSuchType";', /NoSuchType/],
    ['ALTER TABLE "NoSuchTable" ADD COLUMN x int;', /NoSuchTable/],
  ])(
    'a faulty migration stops the start, names itself, the error and the restore command, and nothing is applied: %s [R21, X32, O5]',
    async (fault, reason) => {
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
      expect(await listPendingMigrations(database, folder)).toEqual(['9998_sound', faulty]);
    },
  );

  it('a corrected migration is applied by the next start [R21]', async () => {
    await applyMigrations(database);
    write(faulty, 'CREATE TABLE half (id int); SELECT 1/0;');
    await expect(applyMigrations(database, { folder })).rejects.toThrow(faulty);
    write(faulty, 'CREATE TABLE half (id int);');
    expect(await applyMigrations(database, { folder })).toEqual([faulty]);
    expect(await isThere('half')).toBe(true);
    expect(await applyMigrations(database, { folder })).toEqual([]);
  });

  it('a database migrated by a newer version is refused by starts and commands, which name the migration [R21, R28]', async () => {
    write('9998_newer', 'CREATE TABLE newer (id int);');
    await applyMigrations(database, { folder });
    await expect(applyMigrations(database)).rejects.toThrow(
      /newer version: this one does not know 9998_newer\..*npm run restore/,
    );
    await expect(assertMigrated(database)).rejects.toThrow(/9998_newer/);
    await assertMigrated(database, folder);
  });

  it('a command applies no migration [R21]', async () => {
    await applyMigrations(database);
    write('9998_newer', 'CREATE TABLE newer (id int);');
    await expect(assertMigrated(database, folder)).rejects.toThrow(/lacks 9998_newer\. Start the service/);
    expect(await isThere('newer')).toBe(false);
  });

  it.runIf(process.env.TEST_DATABASE_URL)(
    'a table in use delays a migration, which lets other queries through and reports the reason at last [R21, R28]',
    async () => {
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
      await expect(applyMigrations(database, { folder, lockTries: 1 })).rejects.toThrow(
        /9998_newer failed.*pg_stat_activity/,
      );
      const migrating = applyMigrations(database, { folder });
      await sleep(4000);
      expect(await database.client.fact.count()).toBe(0);
      release();
      await reading;
      expect(await migrating).toEqual(['9998_newer']);
    },
    30_000,
  );

  it('processes that start together apply each migration once [O5]', async () => {
    const all = await listNames();
    const applied = await Promise.all(Array.from({ length: 3 }, () => applyMigrations(database)));
    expect(applied.flat().sort()).toEqual(all);
    const rows = await database.client.$queryRaw<
      Array<{ name: string }>
    >`SELECT migration_name::text AS name FROM "_prisma_migrations" ORDER BY 1`;
    expect(rows.map(({ name }) => name)).toEqual(all);
  });

  it('an unfinished migration is named, with the command that repairs it [R21]', async () => {
    await applyMigrations(database);
    await database.client
      .$executeRaw`UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = '0002_searches_and_uploads'`;
    await expect(applyMigrations(database)).rejects.toThrow(/0002_searches_and_uploads.*npm run db:repair/);
    await expect(listPendingMigrations(database)).rejects.toThrow(/0002_searches_and_uploads.*npm run db:repair/);
  });

  it('a database of another program is left untouched [R21]', async () => {
    await database.client.$executeRaw`CREATE TABLE theirs (id int)`;
    await expect(applyMigrations(database)).rejects.toThrow(/tables of another program \(theirs\)/);
    expect(await isThere('_prisma_migrations')).toBe(false);
  });

  it('no migration ends the transaction it runs in [R21]', async () => {
    for (const name of await listNames()) {
      expect(readFileSync(join(migrationsFolder, name, 'migration.sql'), 'utf8')).not.toMatch(
        /^\s*(?:BEGIN|COMMIT|ROLLBACK|END|START\s+TRANSACTION)\b/im,
      );
    }
  });
});

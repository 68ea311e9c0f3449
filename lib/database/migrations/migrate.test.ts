import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { OpenDatabase } from '@/lib/database/open-database';
import { blankDatabase } from '@/lib/testing/database';
import { applyMigrations, pendingMigrations } from './migrate';
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
  ])('R21 X32 O5 a faulty one refuses the start, says its name, the error and the way back, and leaves nothing: %s', async (fault, reason) => {
    write(faulty, `CREATE TABLE half (id int);\nALTER TABLE "User" ADD COLUMN half int;\n${fault}`);
    const refused = applyMigrations(database, { folder });
    await expect(refused).rejects.toThrow(new RegExp(`migration ${faulty} failed: .*`));
    await expect(refused).rejects.toThrow(reason);
    await expect(refused).rejects.toThrow(/npm run restore -- <file>/);
    expect(await isThere('half')).toBe(false);
    expect(await database.client.user.count()).toBe(0);
    expect(await applyMigrations(database)).toEqual([]);
    expect(await pendingMigrations(database, folder)).toEqual([faulty]);
  });

  it('R21 once it is mended the next start applies it', async () => {
    write(faulty, 'CREATE TABLE half (id int); SELECT 1/0;');
    await expect(applyMigrations(database, { folder })).rejects.toThrow(faulty);
    write(faulty, 'CREATE TABLE half (id int);');
    expect(await applyMigrations(database, { folder })).toEqual([faulty]);
    expect(await isThere('half')).toBe(true);
    expect(await applyMigrations(database, { folder })).toEqual([]);
  });

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

import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { applyMigrations } from '@/lib/database/migrations/migrate';
import { blankDatabase, freshDatabase } from '@/lib/testing/database';
import { checkBackup, restoreBackup } from '@/lib/backup/restore';
import { writeBackup } from '@/lib/backup/backup';
import { openPglite } from './pglite';
import { assertInUse, assertNotLeft, assertNotLost, installationFile, rememberDatabase } from './installation';
import type { OpenDatabase } from './open-database';

const now = new Date('2026-11-21T10:00:00Z');
let dataDir: string;

async function begin(database: OpenDatabase): Promise<void> {
  await assertNotLost(dataDir, database);
  await applyMigrations(database);
  await rememberDatabase(dataDir, database, now);
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'installation-'));
  return () => rmSync(dataDir, { recursive: true, force: true });
});

describe('the embedded database’s folder', () => {
  let used: string;
  const open = async () => {
    const database = await openPglite(dataDir, 'first');
    await begin(database);
    return database;
  };
  const files = () => readdirSync(dataDir, { recursive: true }).length;

  beforeAll(async () => {
    used = mkdtempSync(join(tmpdir(), 'used-'));
    dataDir = used;
    const database = await open();
    await writeBackup(database, join(used, 'one.backup'), '0.0.4', now);
    await database.close();
  });
  afterAll(() => rmSync(used, { recursive: true, force: true }));
  beforeEach(() => cpSync(used, dataDir, { recursive: true }));

  it.each([
    ['gone', () => rmSync(join(dataDir, 'db'), { recursive: true })],
    ['emptied', () => { rmSync(join(dataDir, 'db'), { recursive: true }); mkdirSync(join(dataDir, 'db')); }],
    ['without its PG_VERSION', () => rmSync(join(dataDir, 'db/PG_VERSION'))],
  ])('X33 R21 %s: it is not begun anew, and backup and restore are named', async (_how, lose) => {
    lose();
    const before = files();
    await expect(open()).rejects.toThrow(/npm run restore -- <file>/);
    expect(files()).toBe(before);
  });

  it('X33 R21 without its PG_VERSION it is refused although no start has been remembered', async () => {
    rmSync(installationFile(dataDir));
    rmSync(join(dataDir, 'db/PG_VERSION'));
    await expect(open()).rejects.toThrow(/PG_VERSION is missing.*npm run restore/);
  });

  it('X33 a sound folder of the version before is remembered at its next start', async () => {
    rmSync(installationFile(dataDir));
    await (await open()).close();
    rmSync(join(dataDir, 'db'), { recursive: true });
    await expect(open()).rejects.toThrow(/lost: its folder/);
  });

  it('X33 R22 a lost one is filled from a backup, and goes on', async () => {
    rmSync(join(dataDir, 'db'), { recursive: true });
    const empty = await openPglite(dataDir, 'anew');
    await restoreBackup(empty, await checkBackup(join(dataDir, 'one.backup')), now);
    await empty.close();
    await (await open()).close();
  });

  it('X33 O4 a command opens what is there, and begins nothing', async () => {
    await (await openPglite(dataDir)).close();
    rmSync(join(dataDir, 'db'), { recursive: true });
    await expect(openPglite(dataDir)).rejects.toThrow(/is lost/);
    rmSync(installationFile(dataDir));
    await expect(openPglite(dataDir)).rejects.toThrow(/There is no database in .*environment of the service/);
    expect(readdirSync(dataDir)).toEqual(['one.backup']);
  });

  it('X20 nobody but its owner may enter it, neither a new one nor one of an earlier version', async () => {
    const mode = (folder: string) => statSync(join(folder, 'db')).mode & 0o777;
    // The folder itself: Node 24's cpSync gives copies the default mode.
    expect(mode(used)).toBe(0o700);
    chmodSync(join(dataDir, 'db'), 0o755);
    await (await openPglite(dataDir)).close();
    expect(mode(dataDir)).toBe(0o700);
  });

  it('X33 M4 without a marker it is begun anew; what a killed first start left is no database', async () => {
    rmSync(installationFile(dataDir));
    rmSync(join(dataDir, 'db/PG_VERSION'));
    cpSync(join(dataDir, 'db'), join(dataDir, 'db.new'), { recursive: true });
    rmSync(join(dataDir, 'db'), { recursive: true });
    await (await open()).close();
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'installation.json', 'one.backup']);
  });
});

describe('a database that suddenly is empty', () => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await freshDatabase();
    await begin(database);
  });

  it('X33 without a row it is a loss where this installation has been running', async () => {
    await begin(database);
    await freshDatabase();
    await expect(assertNotLost(dataDir, database)).rejects.toThrow(/in use since 2026-11-21, is lost: the database .* is empty.*npm run restore -- <file>.*delete .*installation\.json/);
  });

  it('X33 without a table it is, too, and none is made', async () => {
    const blank = { ...(await blankDatabase()), address: database.address };
    await expect(begin(blank)).rejects.toThrow(/is empty/);
    expect(await blank.client.$queryRaw`SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`).toEqual([]);
    await blank.close();
  });

  it('X33 another, new one is a first start, and so is this one for an installation that does not know it', async () => {
    const other = { ...database, address: 'postgresql://other.example:5432/site' };
    await freshDatabase();
    await begin(other);
    expect(JSON.parse(readFileSync(installationFile(dataDir), 'utf8'))).toEqual({
      databases: { [database.address]: { since: now.toISOString() }, [other.address]: { since: now.toISOString() } },
      current: other.address,
    });
    await freshDatabase();
    rmSync(installationFile(dataDir));
    await begin(database);
  });

  it('X33 O4 a command is refused the database that the installation has left, and one that no service has used', async () => {
    await assertInUse(dataDir, database);
    await rememberDatabase(dataDir, { ...database, address: 'postgresql://other.example:5432/site' }, now);
    await expect(assertInUse(dataDir, database)).rejects.toThrow(/runs on postgresql:\/\/other\.example:5432\/site, and the command was given/);
    expect(() => assertNotLeft(dataDir, database, 'Use a backup.')).toThrow(/runs on postgresql:\/\/other.* Use a backup\./);
    await assertNotLost(dataDir, database);
    await freshDatabase();
    await expect(assertInUse(dataDir, { ...database, address: 'postgresql://new.example:5432/site' })).rejects.toThrow(/is empty: the service has never run on it/);
  });

  it('X33 a marker that cannot be read counts as one that knows', async () => {
    writeFileSync(installationFile(dataDir), '{');
    await freshDatabase();
    await expect(assertNotLost(dataDir, database)).rejects.toThrow(/is lost/);
    await database.client.fact.create({ data: { name: 'a', value: 1 } });
    await begin(database);
    expect(readFileSync(installationFile(dataDir), 'utf8')).toContain(database.address);
  });

  it('X33 no secret stands in the marker', () => {
    expect(readFileSync(installationFile(dataDir), 'utf8')).not.toMatch(/@|test:test|password/);
  });
});

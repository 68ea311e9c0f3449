import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeBackup } from '@/lib/backup/backup';
import { checkBackup, restoreBackup } from '@/lib/backup/restore';
import { openBlankDatabase, resetDatabase } from '@/tests/support/database';
import { assertInUse, assertNotLost, assertNotMovedAway, installationFile, rememberDatabase } from './installation';
import { applyMigrations } from './migrations';
import type { OpenDatabase } from './open-database';
import { openPglite } from './pglite';

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

// `npm test` also runs these tests without PostgreSQL.
describe.skipIf(process.env.TEST_DATABASE_URL)('the embedded database’s folder', () => {
  let used: string;
  const open = async () => {
    const database = await openPglite(dataDir, 'first');
    await begin(database);
    return database;
  };
  const countFiles = () => readdirSync(dataDir, { recursive: true }).length;

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
    [
      'emptied',
      () => {
        rmSync(join(dataDir, 'db'), { recursive: true });
        mkdirSync(join(dataDir, 'db'));
      },
    ],
    ['without its PG_VERSION', () => rmSync(join(dataDir, 'db/PG_VERSION'))],
  ])('%s: refuses to create a new database and names the restore command [X33, R21]', async (_how, lose) => {
    lose();
    const before = countFiles();
    await expect(open()).rejects.toThrow(/npm run restore -- <file>/);
    expect(countFiles()).toBe(before);
  });

  it('without its PG_VERSION it is refused even if no start was recorded [X33, R21]', async () => {
    rmSync(installationFile(dataDir));
    rmSync(join(dataDir, 'db/PG_VERSION'));
    await expect(open()).rejects.toThrow(/PG_VERSION is missing.*npm run restore/);
  });

  it('an intact folder of the previous version is recorded at its next start [X33]', async () => {
    rmSync(installationFile(dataDir));
    await (await open()).close();
    rmSync(join(dataDir, 'db'), { recursive: true });
    await expect(open()).rejects.toThrow(/lost: its folder/);
  });

  it('a lost folder can be restored from a backup and used again [X33, R22]', async () => {
    rmSync(join(dataDir, 'db'), { recursive: true });
    const empty = await openPglite(dataDir, 'replace');
    await restoreBackup(empty, await checkBackup(join(dataDir, 'one.backup')), now);
    await empty.close();
    await (await open()).close();
  });

  it('a command opens an existing database and creates none [X33, O4]', async () => {
    await (await openPglite(dataDir)).close();
    rmSync(join(dataDir, 'db'), { recursive: true });
    await expect(openPglite(dataDir)).rejects.toThrow(/is lost/);
    rmSync(installationFile(dataDir));
    await expect(openPglite(dataDir)).rejects.toThrow(/There is no database in .*environment of the service/);
    expect(readdirSync(dataDir)).toEqual(['one.backup']);
  });

  it('only its owner can enter it, whether it is new or from an earlier version [X20]', async () => {
    const readMode = (folder: string) => statSync(join(folder, 'db')).mode & 0o777;
    // Node 24's cpSync gives copied folders the default mode.
    expect(readMode(used)).toBe(0o700);
    chmodSync(join(dataDir, 'db'), 0o755);
    await (await openPglite(dataDir)).close();
    expect(readMode(dataDir)).toBe(0o700);
  });

  it('without a marker a new database is created, and the remains of a killed first start are removed [X33, M4]', async () => {
    rmSync(installationFile(dataDir));
    rmSync(join(dataDir, 'db/PG_VERSION'));
    cpSync(join(dataDir, 'db'), join(dataDir, 'db.new'), { recursive: true });
    rmSync(join(dataDir, 'db'), { recursive: true });
    await (await open()).close();
    expect(readdirSync(dataDir).sort()).toEqual(['db', 'installation.json', 'one.backup']);
  });
});

describe('a database that is suddenly empty', () => {
  let database: OpenDatabase;

  beforeEach(async () => {
    database = await resetDatabase();
    await begin(database);
  });

  it('without rows it is reported as lost if this installation has used it [X33]', async () => {
    await begin(database);
    await resetDatabase();
    await expect(assertNotLost(dataDir, database)).rejects.toThrow(
      /in use since 2026-11-21, is lost: the database .* is empty.*npm run restore -- <file>.*delete .*installation\.json/,
    );
  });

  it('without tables it is reported as lost too, and no table is created [X33]', async () => {
    const blank = { ...(await openBlankDatabase()), address: database.address };
    await expect(begin(blank)).rejects.toThrow(/is empty/);
    expect(await blank.client.$queryRaw`SELECT tablename FROM pg_tables WHERE schemaname = current_schema()`).toEqual(
      [],
    );
    await blank.close();
  });

  it('a new database counts as a first start if the installation does not know it [X33]', async () => {
    const other = { ...database, address: 'postgresql://other.example:5432/site' };
    await resetDatabase();
    await begin(other);
    expect(JSON.parse(readFileSync(installationFile(dataDir), 'utf8'))).toEqual({
      databases: { [database.address]: { since: now.toISOString() }, [other.address]: { since: now.toISOString() } },
      current: other.address,
    });
    await resetDatabase();
    rmSync(installationFile(dataDir));
    await begin(database);
  });

  it('a command refuses a database that the installation no longer uses, or that no service has used [X33, O4]', async () => {
    await assertInUse(dataDir, database);
    await rememberDatabase(dataDir, { ...database, address: 'postgresql://other.example:5432/site' }, now);
    await expect(assertInUse(dataDir, database)).rejects.toThrow(
      /runs on postgresql:\/\/other\.example:5432\/site, but the command was given/,
    );
    expect(() => assertNotMovedAway(dataDir, database, 'Use a backup.')).toThrow(
      /runs on postgresql:\/\/other.* Use a backup\./,
    );
    await assertNotLost(dataDir, database);
    await resetDatabase();
    await expect(assertInUse(dataDir, { ...database, address: 'postgresql://new.example:5432/site' })).rejects.toThrow(
      /is empty: the service has never run on it/,
    );
  });

  it('an unreadable marker counts as a record of the database [X33]', async () => {
    writeFileSync(installationFile(dataDir), '{');
    await resetDatabase();
    await expect(assertNotLost(dataDir, database)).rejects.toThrow(/is lost/);
    await database.client.fact.create({ data: { name: 'a', value: 1 } });
    await begin(database);
    expect(readFileSync(installationFile(dataDir), 'utf8')).toContain(database.address);
  });

  it('the marker contains no secret [X33]', () => {
    expect(readFileSync(installationFile(dataDir), 'utf8')).not.toMatch(/@|test:test|password/);
  });
});

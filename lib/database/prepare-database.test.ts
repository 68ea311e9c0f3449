import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeBackup } from '@/lib/backup/backup';
import { verifyBackup } from '@/lib/backup/backup-file';
import { resetConfig } from '@/lib/config/config';
import { resetDatabase } from '@/tests/support/database';
import { rememberDatabase } from './installation';
import type { OpenDatabase } from './open-database';
import { openUsedDatabase, prepareDatabase } from './prepare-database';

const now = new Date('2026-11-21T10:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'prepare-'));
let database: OpenDatabase;

beforeEach(async () => {
  vi.stubEnv('DATA_DIR', folder);
  resetConfig();
  database = await resetDatabase();
  await database.client.fact.create({ data: { name: 'in use', value: 1 } });
});
afterEach(() => {
  vi.unstubAllEnvs();
  resetConfig();
});

it('a database with an unfinished migration can be backed up, but starts and other commands are refused [R21, R22]', async () => {
  await openUsedDatabase();
  await database.client
    .$executeRaw`UPDATE "_prisma_migrations" SET finished_at = NULL WHERE migration_name = '0002_searches_and_uploads'`;
  try {
    await openUsedDatabase({ asItIs: true });
    const file = join(folder, 'as-it-is.backup');
    await writeBackup(database, file, '0.0.4', now);
    expect((await verifyBackup(file)).header.migrations).not.toContain('0002_searches_and_uploads');
    await expect(openUsedDatabase()).rejects.toThrow(/npm run db:repair/);
    await expect(prepareDatabase()).rejects.toThrow(/npm run db:repair/);
  } finally {
    await database.client.$executeRaw`UPDATE "_prisma_migrations" SET finished_at = now()`;
  }
});

it('starts on a previously used database, but refuses to seed it [X33, O4]', async () => {
  await rememberDatabase(folder, database, now);
  await rememberDatabase(folder, { ...database, address: 'postgresql://other.example:5432/site' }, now);
  await expect(prepareDatabase({ mayReturn: false })).rejects.toThrow(/runs on postgresql:\/\/other\.example/);
  await prepareDatabase();
  await prepareDatabase({ mayReturn: false });
});

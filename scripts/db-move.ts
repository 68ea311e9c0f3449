import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveDatabase } from '@/lib/backup/restore';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { version } from '@/lib/config/version';
import { assertNotMovedAway, rememberDatabase } from '@/lib/database/installation';
import { openPglite } from '@/lib/database/pglite';
import { openPostgresql } from '@/lib/database/postgresql';
import { countLines } from '@/lib/operations/control/commands';
import { assertSameUser } from '@/lib/process/data-dir';
import { ensureTemporaryFolder } from '@/lib/process/temporary-folder';

// npm run db:move: moves the embedded database in DATA_DIR to the empty PostgreSQL database of DATABASE_URL.
process.exit(await move());

async function move(): Promise<number> {
  let folder: string | undefined;
  try {
    const { databaseUrl, dataDir } = config();
    if (!databaseUrl) return printResult(2, 'Set DATABASE_URL to an empty PostgreSQL database first.');
    if (!existsSync(join(dataDir, 'db'))) return printResult(1, `There is no embedded database in ${dataDir}.`);
    assertSameUser(dataDir);
    ensureTemporaryFolder(dataDir);
    folder = await mkdtemp(join(tmpdir(), 'move-'));
    const from = await openPglite(dataDir);
    assertNotMovedAway(
      dataDir,
      from,
      'This installation already runs on PostgreSQL. To move to another PostgreSQL, use backup and restore. To move the old embedded database anyway, start the service on it once. Nothing was changed.',
    );
    const target = await openPostgresql(databaseUrl);
    const sums = await moveDatabase(from, target, join(folder, 'all.backup'), version().version, now());
    await from.close();
    await rememberDatabase(dataDir, target, now());
    await target.close();
    return printResult(
      0,
      ...countLines(sums),
      `Moved; every table was counted and compared. ${join(dataDir, 'db')} is as it was: keep it until you are sure.`,
    );
  } catch (error) {
    return printResult(1, error instanceof Error ? error.message : String(error));
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

function printResult(code: number, ...lines: string[]): number {
  for (const line of lines) (code === 0 ? process.stdout : process.stderr).write(`${line}\n`);
  return code;
}

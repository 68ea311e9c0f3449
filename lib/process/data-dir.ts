import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { log } from '@/lib/log';

/** What holds personal data in DATA_DIR. PGlite's own files are readable and writable by everybody. */
const privateFolders = ['db', 'uploads', 'attachments', 'mail'];

/** Makes DATA_DIR when it is not there; there and in one of an earlier version, what holds personal data is open to its owner alone. */
export function prepareDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of privateFolders) closeFolder(join(dataDir, name));
}

/** Nothing happens to what is not there. */
function closeFolder(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    log.warn({ err: error, folder }, 'A folder with personal data cannot be closed to other users');
  }
}

/**
 * For commands that open the database themselves: what another user writes into DATA_DIR, the service cannot open afterwards.
 * @throws Error naming both users
 */
export function assertOwner(dataDir: string, user = process.getuid?.()): void {
  if (user === undefined || !existsSync(dataDir)) return;
  const owner = statSync(dataDir).uid;
  if (owner === user) return;
  throw new Error(`${dataDir} belongs to the user with the id ${owner}, and this command runs as ${user}: what it writes there the service could not open. Nothing was changed. Run it as that user, with the environment of the service (deploy/README.md, "Commands").`);
}

import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { log } from '@/lib/log';

/** Folders with personal data. PGlite creates its files readable and writable for everyone. */
const privateFolders = ['db', 'uploads', 'attachments', 'mail'];

export function prepareDataDir(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  for (const name of privateFolders) restrictFolder(join(/* turbopackIgnore: true */ dataDir, name));
}

function restrictFolder(folder: string): void {
  if (!existsSync(folder)) return;
  try {
    if ((statSync(folder).mode & 0o077) !== 0) chmodSync(folder, 0o700);
  } catch (error) {
    log.warn({ err: error, folder }, 'Other users of this machine may be able to read a folder with personal data');
  }
}

/** @throws Error if another user owns the folder, because the service could not open files created by this user */
export function assertSameUser(dataDir: string, user = process.getuid?.()): void {
  if (user === undefined || !existsSync(dataDir)) return;
  const owner = statSync(dataDir).uid;
  if (owner === user) return;
  throw new Error(
    `${dataDir} belongs to the user with the id ${owner}, but this command runs as ${user}: the service could not open files that it creates there. Nothing was changed. Run it as that user, with the environment of the service (deploy/README.md, "Commands").`,
  );
}

export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

import { accessSync, constants, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Uses DATA_DIR if the system's folder is read-only. @returns the read-only folder @throws Error if both are */
export function ensureTemporaryFolder(dataDir: string): string | null {
  const usual = tmpdir();
  if (isWritable(usual)) return null;
  const ownFolder = join(resolve(dataDir), 'tmp');
  try {
    mkdirSync(ownFolder, { recursive: true, mode: 0o700 });
  } catch {
    // Reported below.
  }
  if (!isWritable(ownFolder))
    throw new Error(
      `Neither the temporary folder ${usual} nor ${ownFolder} can be written. Set TMPDIR to a folder that this user can write.`,
    );
  process.env.TMPDIR = ownFolder;
  return usual;
}

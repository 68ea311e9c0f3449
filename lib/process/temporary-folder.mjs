import { accessSync, constants, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// Plain JavaScript, since commands load it before what compiles TypeScript, which keeps its cache in the temporary folder.

/** @param {string} folder */
function isWritable(folder) {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Makes `TMPDIR` a folder in DATA_DIR where the system's temporary folder cannot be written, as in a hardened unit or container. Programs that are
 * started from here use it too.
 * @param {string} dataDir
 * @returns {string | null} the folder that cannot be written; null when all is well
 * @throws {Error} naming both folders when neither can be written
 */
export function ensureTemporaryFolder(dataDir) {
  const usual = tmpdir();
  if (isWritable(usual)) return null;
  const own = join(resolve(dataDir), 'tmp');
  try {
    mkdirSync(own, { recursive: true, mode: 0o700 });
  } catch {
    // Said below.
  }
  if (!isWritable(own)) throw new Error(`Neither the temporary folder ${usual} nor ${own} can be written. Set TMPDIR to a folder that this user can write.`);
  process.env.TMPDIR = own;
  return usual;
}

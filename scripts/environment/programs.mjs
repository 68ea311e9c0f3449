import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders on Debian and macOS that the PATH may lack. */
const usualFolders = ['/usr/local/bin', '/opt/homebrew/bin', '/usr/bin', '/usr/local/sbin', '/usr/sbin'];

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Searches the PATH, then the usual folders. @param {...string} names @returns {string | undefined} */
export function findProgram(...names) {
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...usualFolders];
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import { sep } from 'node:path';

/** What is known of a file before its bytes are sent. */
export interface FileFacts {
  readonly size: number;
  readonly modifiedAtMs: number;
  readonly etag: string;
}

export interface OpenFile {
  readonly handle: FileHandle;
  readonly facts: FileFacts;
}

/** Changes whenever the file is another or has been written to. */
export function etagOf({ size, mtimeMs, ino }: { size: number; mtimeMs: number; ino: number }): string {
  return `"${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}-${ino.toString(36)}"`;
}

/** A file inside `root`, symbolic links followed first; null when it is elsewhere, not there or no file. */
export async function openInside(root: string, path: string): Promise<OpenFile | null> {
  let handle: FileHandle | null = null;
  try {
    const [realRoot, real] = await Promise.all([realpath(root), realpath(path)]);
    if (!real.startsWith(realRoot + sep)) return null;
    handle = await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
    const stat = await handle.stat();
    if (stat.isFile()) return { handle, facts: { size: stat.size, modifiedAtMs: stat.mtimeMs, etag: etagOf(stat) } };
  } catch {
    // as if it were not there
  }
  await handle?.close();
  return null;
}

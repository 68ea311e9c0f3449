import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import { gunzipSync, gzipSync } from 'node:zlib';

/** An empty, migrated database of 5 MB, which the first start unpacks: creating one takes 840 MB of memory. */
export const templateFile = join(process.cwd(), 'dist', 'database.gz');

/** Paths with their content. Null stands for a folder, because PostgreSQL needs its empty folders too. */
type PackedFiles = Array<[path: string, content: Uint8Array | null]>;

export function packFolder(folder: string, file: string): void {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const packed: PackedFiles = entries.map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return [relative(folder, path), entry.isDirectory() ? null : readFileSync(path)];
  });
  // Put shorter paths first, so that each folder precedes its content.
  packed.sort(([one], [other]) => one.length - other.length);
  writeFileSync(file, gzipSync(serialize(packed), { level: 9 }));
}

export function unpackFolder(file: string, folder: string): void {
  mkdirSync(folder, { mode: 0o700 });
  for (const [path, content] of deserialize(gunzipSync(readFileSync(file))) as PackedFiles)
    if (content === null) mkdirSync(join(folder, path), { mode: 0o700 });
    else writeFileSync(join(folder, path), content, { mode: 0o600 });
}

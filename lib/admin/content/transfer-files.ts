import 'server-only';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileText } from '@/lib/cache/content-overlay';
import { isEqual } from '@/lib/content/form/differences';
import type { JsonValue } from '@/lib/content/form/form-node';

/** @param path below `root`. @returns null when there is no such file, or it is no JSON */
export async function readPart(root: string, path: string): Promise<JsonValue | null> {
  try {
    return JSON.parse((await readFile(join(root, path), 'utf8')).replace(/^\uFEFF/, '')) as JsonValue;
  } catch {
    return null;
  }
}

/** Whole or not at all, and only where it says something else. @returns the paths written: this one or none */
export async function writePart(root: string, path: string, value: JsonValue): Promise<string[]> {
  if (isEqual((await readPart(root, path)) ?? undefined, value)) return [];
  const file = join(root, path);
  await mkdir(dirname(file), { recursive: true });
  const fresh = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(fresh, fileText(value), { flag: 'wx' });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
  return [path];
}

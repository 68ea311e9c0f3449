import 'server-only';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Content files that say `"sample": true` of something in them (N3), below `folder`. */
export async function findSampleFiles(folder: string): Promise<string[]> {
  const paths = (await readdir(folder, { recursive: true })).map((path) => path.replaceAll('\\', '/')).filter((path) => path.endsWith('.json')).sort();
  const marked = await Promise.all(paths.map(async (path) => isMarked(await readFile(join(folder, path), 'utf8'))));
  return paths.filter((_, index) => marked[index]);
}

/** A file that is no JSON is the content check's to name. */
function isMarked(file: string): boolean {
  try {
    return hasSample(JSON.parse(file.replace(/^\uFEFF/, '')));
  } catch {
    return false;
  }
}

/** Whether the value, or anything in it, is marked as an invented example. */
export function hasSample(value: unknown): boolean {
  if (value === null || typeof value !== 'object') return false;
  return (value as { sample?: unknown }).sample === true || Object.values(value).some(hasSample);
}

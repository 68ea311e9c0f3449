import 'server-only';
import { randomUUID } from 'node:crypto';
import { readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { config } from '@/lib/config/config';
import type { JsonValue } from '@/lib/content/form/form-node';
import { pathOf, withValueAt } from '@/lib/content/form/pointer';
import { notFound, Problem } from '@/lib/problem';
import { shapeOf } from '../shapes';

/**
 * Row S10: changes one place of a content file (`pointer`, a JSON Pointer; `""` is all of it), checks the result by the
 * file's shape and puts it in place whole. Development only.
 * @param path below CONTENT_DIR
 * @throws Problem 404 for a file that does not belong there, 422 naming the field
 */
export async function updateContent(path: string, pointer: string, data: JsonValue): Promise<JsonValue> {
  const shape = shapeOf(path);
  const file = shape && (await fileInside(path));
  if (!shape || !file) throw notFound();
  const place = pathOf(pointer);
  if (!place) throw invalid('id', 'not a JSON Pointer');
  const before = JSON.parse((await readFile(file, 'utf8')).replace(/^\uFEFF/, '')) as JsonValue;
  const after = withValueAt(before, place, data);
  if (after === null) throw invalid('id', 'there is no such place in the file');
  const parsed = shape.safeParse(after);
  if (!parsed.success) {
    throw new Problem(422, 'invalid', { errors: Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.') || 'data', [issue.message]])) });
  }
  await replaceFile(file, `${JSON.stringify(after, null, 2)}\n`);
  return after;
}

const invalid = (field: string, message: string) => new Problem(422, 'invalid', { errors: { [field]: [message] } });

/** The file itself, unless it lies outside CONTENT_DIR (a link would) or is not there. */
async function fileInside(path: string): Promise<string | null> {
  try {
    const folder = await realpath(config().contentDir);
    const file = await realpath(join(folder, path));
    return file.startsWith(`${folder}${sep}`) ? file : null;
  } catch {
    return null;
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const fresh = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(fresh, text, { flag: 'wx' });
    await rename(fresh, file);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

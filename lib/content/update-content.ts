import { readFile, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { config } from '@/lib/config/config';
import type { JsonValue } from '@/lib/content/form/form-node';
import { parsePointer, withValueAt } from '@/lib/content/form/values';
import { parseJsonText } from '@/lib/json-file';
import { notFound, Problem } from '@/lib/problem';
import { writeFileAtomically } from '@/lib/write-file';
import { shapeOf } from './load';

/** For development only (row S10). @param pointer a JSON Pointer @throws Problem 404, 422 naming the field */
export async function updateContent(path: string, pointer: string, data: JsonValue): Promise<JsonValue> {
  const shape = shapeOf(path);
  const file = shape && (await resolveContentFile(path));
  if (!shape || !file) throw notFound();
  const place = parsePointer(pointer);
  if (!place) throw invalidField('id', 'not a JSON Pointer');
  const before = parseJsonText(await readFile(file, 'utf8')) as JsonValue;
  const after = withValueAt(before, place, data);
  if (after === null) throw invalidField('id', 'there is no such place in the file');
  const parsed = shape.safeParse(after);
  if (!parsed.success) {
    throw new Problem(422, 'invalid', {
      errors: Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.') || 'data', [issue.message]])),
    });
  }
  await writeFileAtomically(file, `${JSON.stringify(after, null, 2)}\n`);
  return after;
}

const invalidField = (field: string, message: string) =>
  new Problem(422, 'invalid', { errors: { [field]: [message] } });

/** Returns the real path, or null if the file is missing or a symbolic link leads outside CONTENT_DIR. */
async function resolveContentFile(path: string): Promise<string | null> {
  try {
    const folder = await realpath(config().contentDir);
    const file = await realpath(join(folder, path));
    return file.startsWith(`${folder}${sep}`) ? file : null;
  } catch {
    return null;
  }
}

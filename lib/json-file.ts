import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import type { ZodType } from 'zod';

const maxBytes = 2 * 1024 * 1024;

export type LoadedFile =
  | { state: 'ok'; value: unknown; body: string; etag: string }
  | { state: 'missing' }
  | { state: 'broken'; reasons: string[] };

const dropByteOrderMark = (text: string): string => text.replace(/^\uFEFF/, '');

/** @throws Error for a file that would not fit in memory, and for a pipe or device, which may never end */
export async function readContentFile(file: string): Promise<string> {
  const facts = await stat(file);
  if (!facts.isFile()) throw new Error('not a file');
  if (facts.size > maxBytes) throw new Error(`larger than ${maxBytes} bytes`);
  return readFile(file, 'utf8');
}

/** Accepts a byte order mark, which some editors write. @throws SyntaxError */
export const parseJsonText = (text: string): unknown => JSON.parse(dropByteOrderMark(text));

export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const etagOf = (body: string | Buffer): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;

const cache = new Map<string, { stamp: string; shape: ZodType; loaded: LoadedFile }>();

/** Never throws. @param file absolute path */
export async function loadJsonFile(file: string, shape: ZodType): Promise<LoadedFile> {
  const before = await readStamp(file);
  if (!before) return { state: 'missing' };
  const cached = cache.get(file);
  if (cached?.stamp === before && cached.shape === shape) return cached.loaded;
  const loaded = await parseFile(file, shape);
  // Do not cache a file that was replaced while it was read.
  if ((await readStamp(file)) === before) cache.set(file, { stamp: before, shape, loaded });
  return loaded;
}

async function readStamp(file: string): Promise<string | null> {
  try {
    const { mtimeMs, size, ino } = await stat(file);
    return `${mtimeMs}:${size}:${ino}`;
  } catch {
    return null;
  }
}

async function parseFile(file: string, shape: ZodType): Promise<LoadedFile> {
  try {
    return parseJsonFile(dropByteOrderMark(await readContentFile(file)), shape);
  } catch (error) {
    return brokenFile([error instanceof Error ? error.message : String(error)]);
  }
}

export function parseJsonFile(body: string, shape: ZodType): LoadedFile {
  try {
    const json: unknown = JSON.parse(body);
    const parsed = shape.safeParse(json);
    if (!parsed.success)
      return brokenFile(
        parsed.error.issues.map(
          (issue) => `${issue.path.join('.') || '(file)'}: ${issue.message}${findProductKey(json, issue.path)}`,
        ),
      );
    return { state: 'ok', value: parsed.data, body, etag: etagOf(body) };
  } catch (error) {
    return brokenFile([error instanceof Error ? error.message : String(error)]);
  }
}

/** Names a product by its `key`, which operators recognise better than an index (R14). */
function findProductKey(json: unknown, path: readonly PropertyKey[]): string {
  let found = '';
  let node = json;
  for (const step of path) {
    node = (node as Record<PropertyKey, unknown> | null | undefined)?.[step];
    const key = (node as { key?: unknown } | null | undefined)?.key;
    if (typeof key === 'string') found = ` (${key})`;
  }
  return found;
}

const brokenFile = (reasons: string[]): LoadedFile => ({ state: 'broken', reasons });

/** Replaces lone surrogates, which JSON columns refuse. */
export const toWellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Accepts a byte order mark. @throws SyntaxError */
export const parseWellFormed = (json: string): unknown =>
  JSON.parse(dropByteOrderMark(json), (_, value: unknown) => (typeof value === 'string' ? toWellFormed(value) : value));

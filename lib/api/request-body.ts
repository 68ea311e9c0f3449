import type { z } from 'zod';
import { findRoute, segmentsOf } from '@/lib/find-route';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { maxBodyBytesOf } from '@/lib/routes';
import { isStorable } from '@/lib/schemas';
import { fieldErrors, rootField } from './field-errors';

/** Names and values as somebody sent them. */
export type Fields = Record<string, unknown>;

const typeOf = (request: Request) => (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

export const isFormPost = (request: Request): boolean => typeOf(request) === 'application/x-www-form-urlencoded';

export const isFilePost = (request: Request): boolean => typeOf(request) === 'multipart/form-data';

/** What a page of any site can make a browser send here without asking (the form types of HTML). */
export const comesFromForm = (request: Request): boolean => isFormPost(request) || isFilePost(request) || typeOf(request) === 'text/plain';

/** What the table of routes lets the call take. */
const maxBytesOf = ({ url }: Request): number => maxBodyBytesOf(findRoute(segmentsOf(new URL(url).pathname) ?? []));

/** The body, counted while it is read. @throws Problem 413 beyond `maxBytes` */
export async function readBytes(request: Request, maxBytes = maxBytesOf(request)): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new Problem(413, 'too-large');
  if (!request.body) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new Problem(413, 'too-large');
      chunks.push(chunk);
    }
  } catch (error) {
    // A caller who hangs up while sending is no error of the service.
    throw error instanceof Problem ? error : new Problem(400, 'malformed');
  }
  return Buffer.concat(chunks);
}

/** @throws Problem 413 */
export const readText = async (request: Request): Promise<string> => (await readBytes(request)).toString('utf8');

/** The files of one field of a multipart form; a field that was left empty has none. @throws Problem 400, 413 */
export async function readFiles(request: Request, field: string, maxFiles: number): Promise<File[]> {
  const body = await readBytes(request);
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': request.headers.get('content-type') ?? '' } }).formData().catch(() => null);
  if (!form) throw malformed();
  const files = form.getAll(field).filter((value) => typeof value !== 'string').filter(({ name, size }) => name !== '' || size > 0);
  if (files.length > maxFiles) throw new Problem(413, 'too-large');
  return files;
}

/** Deeper than any schema here; a sender may not choose how far recursive code has to go. */
const deepestForm = 4;
const deepestJson = 32;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const malformed = () => new Problem(400, 'malformed');

/** Forms sent without scripts, and some programs, break lines by CR LF: it would count twice and double in mails. */
const withPlainBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Without a prototype: a name that somebody sent finds only what somebody sent, never `hasOwnProperty` (X27). */
const emptyFields = (): Fields => Object.create(null) as Fields;

/**
 * A form's fields; dotted names (`billing_data.email`) become nested objects, as JSON callers send them.
 * @throws Problem 400 for a name that is both a text and an object (`a=1&a.b=2`), or nested too deep
 */
export const readFields = async (request: Request): Promise<Fields> => nestedFields(new URLSearchParams(await readText(request)));

/** As `readFields`, of names and values. */
export function nestedFields(given: Iterable<readonly [string, string]>): Fields {
  const fields = emptyFields();
  for (const [name, value] of given) {
    const parts = name.split('.');
    const last = parts.pop()!;
    if (parts.length >= deepestForm) throw malformed();
    const place = parts.reduce<Fields>((at, part) => {
      const inner = (at[part] ??= emptyFields());
      if (!isObject(inner)) throw malformed();
      return inner;
    }, fields);
    if (isObject(place[last])) throw malformed();
    place[last] = withPlainBreaks(value);
  }
  return fields;
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if (typeOf(request) !== 'application/json') throw new Problem(415, 'unsupported-type');
  try {
    // What is no UTF-8 would be stored as replacement characters.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (_, value: unknown) => (typeof value === 'string' ? withPlainBreaks(value) : value));
  } catch {
    throw malformed();
  }
}

/** @throws Problem 400, 413, 415, or 422 with `errors` by dotted field in the caller's language */
export async function parseBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { fields, lang }: { fields: Fields | null; lang: Language },
): Promise<z.output<Schema>> {
  return parseGiven(fields ?? (await readJson(request)), schema, lang);
}

/** The query of a GET; an empty value counts as absent. @throws Problem 422 with `errors` by name */
export async function parseQuery<Schema extends z.ZodType>(request: Request, schema: Schema, lang: Language): Promise<z.output<Schema>> {
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== '');
  return parseGiven(Object.fromEntries(given), schema, lang);
}

/** What somebody sent, by its schema. @throws Problem 400, or 422 with `errors` by dotted field in the caller's language */
async function parseGiven<Schema extends z.ZodType>(given: unknown, schema: Schema, lang: Language): Promise<z.output<Schema>> {
  const unstorable = unstorableFields(given);
  if (unstorable.length > 0) {
    const text = (await translatorOf(lang))('validation.rule.characters');
    throw new Problem(422, 'invalid', { errors: Object.fromEntries(unstorable.map((field) => [field, [text]])) });
  }
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Problem(422, 'invalid', { errors: await fieldErrors(parsed.error, lang) });
}

/**
 * The dotted names of texts that cannot be stored; for a name that cannot, the object it stands in.
 * @throws Problem 400 for JSON that is nested too deep or brings a `__proto__`
 */
function unstorableFields(given: unknown): string[] {
  const found = new Set<string>();
  const waiting: Array<{ value: unknown; path: string[] }> = [{ value: given, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) found.add(path.join('.') || rootField);
    if (!isObject(value)) continue;
    if (path.length >= deepestJson) throw malformed();
    for (const [name, inner] of Object.entries(value)) {
      if (name === '__proto__') throw malformed();
      if (isStorable(name)) waiting.push({ value: inner, path: [...path, name] });
      else found.add(path.join('.') || rootField);
    }
  }
  return [...found].slice(0, 20);
}

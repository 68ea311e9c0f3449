import type { z } from 'zod';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { messageKey } from './answer-problem';

const standardCap = 64 * 1024;

const typeOf = (request: Request) => (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

export const isFormPost = (request: Request): boolean => typeOf(request) === 'application/x-www-form-urlencoded';

/** The text of the body, counted while it is read. @throws Problem 413 beyond `maxBytes` */
export async function readText(request: Request, maxBytes = standardCap): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new Problem(413, 'too-large');
  if (!request.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
      size += chunk.byteLength;
      if (size > maxBytes) throw new Problem(413, 'too-large');
      chunks.push(chunk);
    }
  } catch (error) {
    // Whoever hangs up in the middle of a sentence is nobody's fault here: no error of the service.
    throw error instanceof Problem ? error : new Problem(400, 'malformed');
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** A form's fields; dotted names (`billing_data.email`) become nested objects, as JSON callers send them. */
export async function readFields(request: Request, maxBytes?: number): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(await readText(request, maxBytes))) {
    const parts = name.split('.');
    if (parts.some((part) => part === '__proto__' || part === 'constructor')) continue;
    let place = fields;
    for (const part of parts.slice(0, -1)) place = (place[part] ??= {}) as Record<string, unknown>;
    place[parts.at(-1)!] = value;
  }
  return fields;
}

async function readJson(request: Request, maxBytes?: number): Promise<unknown> {
  const text = await readText(request, maxBytes);
  if (typeOf(request) !== 'application/json') {
    if (text === '') return {};
    throw new Problem(415, 'unsupported-type');
  }
  try {
    return JSON.parse(text === '' ? '{}' : text);
  } catch {
    throw new Problem(400, 'malformed');
  }
}

/** @throws Problem 400, 413, 415, or 422 with `errors` by dotted field in the caller's language */
export async function parseBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { fields, lang, maxBytes }: { fields: Record<string, unknown> | null; lang: Language; maxBytes?: number | undefined },
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(fields ?? (await readJson(request, maxBytes)));
  if (parsed.success) return parsed.data;
  throw new Problem(422, 'invalid', { errors: await fieldErrors(parsed.error, lang) });
}

/** Messages of a schema are keys of `validation`; whatever is not one of them is told as `invalid`. */
export async function fieldErrors(error: z.ZodError, lang: Language): Promise<Record<string, string[]>> {
  const translate = await translatorOf(lang);
  const errors: Record<string, string[]> = {};
  for (const issue of error.issues) {
    const key = messageKey(issue.message);
    const known = /^[a-z0-9_]+$/.test(key);
    (errors[issue.path.join('.')] ??= []).push(translate(`validation.${known ? key : 'invalid'}`));
  }
  return errors;
}

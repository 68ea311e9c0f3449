import type { z } from 'zod';
import { cookieNames, findCookie } from '@/lib/accounts/sessions/cookies';
import { findRoute, splitSegments } from '@/lib/find-route';
import { messageKey } from '@/lib/i18n/message-key';
import { loadTranslator, type Translate } from '@/lib/i18n/messages';
import { defaultLanguage, internationalLanguage, isLanguage, type Language, languageOfHeader } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { maxBodyBytesOf } from '@/lib/routes';
import { isStorable } from '@/lib/schemas';

export type Fields = Record<string, unknown>;

const contentTypeOf = (request: Request) =>
  (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();

export const isFormPost = (request: Request): boolean => contentTypeOf(request) === 'application/x-www-form-urlencoded';

export const isFilePost = (request: Request): boolean => contentTypeOf(request) === 'multipart/form-data';

/** Any website can make a browser send these types without a CORS preflight. */
export const comesFromForm = (request: Request): boolean =>
  isFormPost(request) || isFilePost(request) || contentTypeOf(request) === 'text/plain';

const maxBytesOf = ({ url }: Request): number => maxBodyBytesOf(findRoute(splitSegments(new URL(url).pathname) ?? []));

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
    // A caller that disconnects while sending is not a server error.
    throw error instanceof Problem ? error : new Problem(400, 'malformed');
  }
  return Buffer.concat(chunks);
}

export const readText = async (request: Request): Promise<string> => (await readBytes(request)).toString('utf8');

/** @throws Problem 400, 413 */
export async function readFiles(request: Request, field: string, maxFiles: number): Promise<File[]> {
  const body = await readBytes(request);
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  })
    .formData()
    .catch(() => null);
  if (!form) throw malformedProblem();
  const files = form
    .getAll(field)
    .filter((value) => typeof value !== 'string')
    .filter(({ name, size }) => name !== '' || size > 0);
  if (files.length > maxFiles) throw new Problem(413, 'too-large');
  return files;
}

/** Limits recursion over request bodies. No schema is nested this deeply. */
const maxFormDepth = 4;
const maxJsonDepth = 32;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const malformedProblem = () => new Problem(400, 'malformed');

/** Forms without JavaScript send CR LF, which would count as two characters and become two line breaks in emails. */
const normaliseLineBreaks = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** Has no prototype, so that a field named `hasOwnProperty` finds no inherited function (X27). */
const emptyFields = (): Fields => Object.create(null) as Fields;

/** Nests dotted names (`billing_data.email`). @throws Problem 400 for `a=1&a.b=2` or nesting too deep */
export const readFields = async (request: Request): Promise<Fields> =>
  nestedFields(new URLSearchParams(await readText(request)));

export function nestedFields(given: Iterable<readonly [string, string]>): Fields {
  const fields = emptyFields();
  for (const [name, value] of given) {
    const parts = name.split('.');
    const last = parts.pop()!;
    if (parts.length >= maxFormDepth) throw malformedProblem();
    const place = parts.reduce<Fields>((at, part) => {
      const inner = (at[part] ??= emptyFields());
      if (!isObject(inner)) throw malformedProblem();
      return inner;
    }, fields);
    if (isObject(place[last])) throw malformedProblem();
    place[last] = normaliseLineBreaks(value);
  }
  return fields;
}

/** @throws Problem 415 */
export function assertContentType(request: Request, type: string): void {
  if (contentTypeOf(request) !== type) throw new Problem(415, 'unsupported-type');
}

async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  if (bytes.length === 0) return {};
  if (contentTypeOf(request) !== 'application/json') throw new Problem(415, 'unsupported-type');
  try {
    // Reject invalid UTF-8, which would be stored as replacement characters.
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes), (_, value: unknown) =>
      typeof value === 'string' ? normaliseLineBreaks(value) : value,
    );
  } catch {
    throw malformedProblem();
  }
}

/** @throws Problem 400, 413, 415, or 422 with `errors` by dotted field in the caller's language */
export async function parseBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  { fields, lang }: { fields: Fields | null; lang: Language },
): Promise<z.output<Schema>> {
  return parseInput(fields ?? (await readJson(request)), schema, lang);
}

/** Treats empty values as absent. */
export async function parseQuery<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  lang: Language,
): Promise<z.output<Schema>> {
  const given = [...new URL(request.url).searchParams].filter(([, value]) => value !== '');
  return parseInput(Object.fromEntries(given), schema, lang);
}

async function parseInput<Schema extends z.ZodType>(
  given: unknown,
  schema: Schema,
  lang: Language,
): Promise<z.output<Schema>> {
  const unstorable = unstorableFields(given);
  if (unstorable.length > 0) {
    const text = (await loadTranslator(lang))('validation.rule.characters');
    throw new Problem(422, 'invalid', { errors: Object.fromEntries(unstorable.map((field) => [field, [text]])) });
  }
  const parsed = schema.safeParse(given, { reportInput: true });
  if (parsed.success) return parsed.data;
  throw new Problem(422, 'invalid', { errors: await translateFieldErrors(parsed.error, lang) });
}

/** @returns dotted field names. @throws Problem 400 for JSON nested too deep or with a `__proto__` */
function unstorableFields(given: unknown): string[] {
  const found = new Set<string>();
  const waiting: Array<{ value: unknown; path: string[] }> = [{ value: given, path: [] }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, path } = next;
    if (typeof value === 'string' && !isStorable(value)) found.add(path.join('.') || rootField);
    if (!isObject(value)) continue;
    if (path.length >= maxJsonDepth) throw malformedProblem();
    for (const [name, inner] of Object.entries(value)) {
      if (name === '__proto__') throw malformedProblem();
      if (isStorable(name)) waiting.push({ value: inner, path: [...path, name] });
      else found.add(path.join('.') || rootField);
    }
  }
  return [...found].slice(0, 20);
}

type Issue = z.core.$ZodIssue;
interface ValidationMessage {
  key: string;
  values?: Record<string, string | number>;
}

const rootField = 'body';

/** Limits the number of messages, because every entry of a long list can break a rule. */
const maxIssues = 50;

const vagueKeys = new Set(['required', 'too_long', 'invalid', 'whole_number']);

export async function translateFieldErrors(error: z.ZodError, lang: Language): Promise<Record<string, string[]>> {
  const translate = await loadTranslator(lang);
  const errors = new Map<string, string[]>();
  for (const issue of error.issues.flatMap((each) => flattenIssue(each)).slice(0, maxIssues)) {
    const field = issue.path.join('.') || rootField;
    const { key, values } = translateIssue(issue, translate);
    const text = translate(`validation.${key}`, values);
    const texts = errors.get(field) ?? [];
    if (!texts.includes(text)) errors.set(field, [...texts, text]);
  }
  return Object.fromEntries(errors);
}

/** Reports only the faults of the union's option that has the fewest. */
function flattenIssue(issue: Issue, path: readonly PropertyKey[] = []): Issue[] {
  const whole = [...path, ...issue.path];
  if (issue.code === 'invalid_union') {
    const [nearest] = [...issue.errors].sort((one, other) => one.length - other.length);
    if (nearest && nearest.length > 0) return nearest.flatMap((each) => flattenIssue(each, whole));
  }
  if (issue.code === 'invalid_key' || issue.code === 'invalid_element') {
    const [first] = issue.issues;
    if (first) return flattenIssue({ ...first, path: [] }, whole);
  }
  return [{ ...issue, path: whole }];
}

function translateIssue(issue: Issue, translate: Translate): ValidationMessage {
  const own = messageKey(issue.message);
  const isKnown = /^[a-z][a-z0-9_]*$/.test(own) && translate.has(`validation.${own}`);
  if (isKnown && !vagueKeys.has(own))
    return {
      key: own,
      ...(issue.code === 'custom' && issue.params && { values: issue.params as Record<string, string> }),
    };
  if (isMissing(issue.input) && issue.path.length > 0) return { key: 'required' };
  const rule = ruleMessage(issue);
  return rule ? { ...rule, key: `rule.${rule.key}` } : { key: isKnown ? own : 'invalid' };
}

const isMissing = (input: unknown): boolean =>
  input === undefined || input === null || input === '' || (Array.isArray(input) && input.length === 0);

function ruleMessage(issue: Issue): ValidationMessage | null {
  switch (issue.code) {
    case 'invalid_type':
      return typeMessage(issue.expected, issue.path.length === 0);
    case 'invalid_value':
      return { key: 'one_of', values: { values: issue.values.map(String).join(', ') } };
    case 'too_small':
      return limitMessage(issue.origin, issue.inclusive === false ? 'more_than' : 'at_least', issue.minimum);
    case 'too_big':
      return limitMessage(issue.origin, issue.inclusive === false ? 'less_than' : 'at_most', issue.maximum);
    case 'not_multiple_of':
      return { key: 'multiple_of', values: { divisor: String(issue.divisor) } };
    case 'unrecognized_keys':
      return { key: 'unknown_fields', values: { names: issue.keys.join(', ') } };
    default:
      return null;
  }
}

const typeMessageKeys: ReadonlyMap<string, string> = new Map([
  ['string', 'must_be_text'],
  ['number', 'must_be_number'],
  ['int', 'must_be_whole_number'],
  ['boolean', 'must_be_true_or_false'],
  ['date', 'must_be_date'],
  ['array', 'must_be_list'],
  ['tuple', 'must_be_list'],
  ['object', 'must_be_object'],
  ['record', 'must_be_object'],
]);

function typeMessage(expected: string, isWhole: boolean): ValidationMessage | null {
  const key = typeMessageKeys.get(expected);
  if (!key) return null;
  return { key: isWhole && (key === 'must_be_list' || key === 'must_be_object') ? `body_${key}` : key };
}

const unitSuffixes: ReadonlyMap<string, string> = new Map([
  ['string', '_characters'],
  ['array', '_entries'],
]);

const limitMessage = (origin: string, rule: string, bound: number | bigint): ValidationMessage => ({
  key: `${rule}${unitSuffixes.get(origin) ?? ''}`,
  values: { bound: Number(bound) },
});

export function languageOf(request: Request, isForm: boolean): Language {
  if (isForm) return pageLanguageOf(request);
  return languageOfHeader(request.headers.get('accept-language')) ?? internationalLanguage;
}

/** Tries `Referer`, `NEXT_LOCALE` and `Accept-Language`, then Arabic (docs/api.md, Auth). */
export function pageLanguageOf(request: Request): Language {
  const referer = request.headers.get('referer');
  const segment = referer && URL.canParse(referer) ? new URL(referer).pathname.split('/')[1] : undefined;
  if (isLanguage(segment)) return segment;
  const chosen = findCookie(request.headers, cookieNames().language);
  if (isLanguage(chosen)) return chosen;
  return languageOfHeader(request.headers.get('accept-language')) ?? defaultLanguage;
}

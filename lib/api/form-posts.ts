import { z } from 'zod';
import {
  cookieNames,
  findCookie,
  hasCookies,
  readPageCookie,
  savedFormCookie,
  setCookieHeader,
} from '@/lib/accounts/sessions/cookies';
import { type ReadableHeaders, readSessionCookie } from '@/lib/accounts/sessions/tokens';
import type { BulkResult } from '@/lib/admin/bulk';
import { config } from '@/lib/config/config';
import { sealCompressed, unsealCompressed } from '@/lib/config/secrets';
import { lessonPath } from '@/lib/courses/catalogue/course';
import { safeNext } from '@/lib/guards/safe-next';
import type { Language } from '@/lib/language';
import type { QuestionPlace } from '@/lib/lessons/questions/ask';
import { Problem } from '@/lib/problem';
import { truncate } from '@/lib/text';
import type { Fields } from './request';

/** A form sent without JavaScript. The response redirects to `next`, or on errors to `back` with `?error=<key>`. */
export interface FormPost {
  /** A path without the language, or a function that returns a whole path. */
  next: string | ((answer: unknown, lang: Language, params: Readonly<Record<string, string>>) => string);
  /** The form's page without the language; a Referer that starts with it takes precedence. */
  back: string;
  section?: string;
  /** Converts typed values, such as Arabic digits, to the body that the call expects. */
  read?: (fields: Fields, lang: Language) => Fields;
  /** Sent as multipart/form-data; `work` reads it with `readFiles`. */
  files?: true;
}

export const seeOther = (location: string, headers: Headers = new Headers()): Response => {
  headers.set('location', location);
  headers.set('cache-control', 'no-store');
  return new Response(null, { status: 303, headers });
};

const forwardedHeaders = ['set-cookie', 'clear-site-data'];

export async function redirectToNextPage(
  form: FormPost,
  answer: unknown,
  lang: Language,
  params: Readonly<Record<string, string>>,
): Promise<Response> {
  const next = typeof form.next === 'string' ? `/${lang}${form.next}` : form.next(answer, lang, params);
  const headers = new Headers();
  if (answer instanceof Response)
    for (const [name, value] of answer.headers) if (forwardedHeaders.includes(name)) headers.append(name, value);
  if (answer instanceof Response && answer.status === 303)
    return seeOther(answer.headers.get('location') ?? next, headers);
  return seeOther(next, headers);
}

export function redirectToForm(
  form: FormPost,
  problem: Problem,
  { fields, lastUserId }: { fields: Record<string, unknown> | null; lastUserId: string | null },
  request: Request,
  lang: Language,
): Response {
  const url = formUrl(form, request, lang);
  // The page guard makes the user sign in first. The page then says that the form was not sent. Other 401 keys are
  // about a code or passkey: a guest, who has a session too, must see those.
  url.searchParams.set('error', problem.key === 'unauthorized' && lastUserId !== null ? 'signed-out' : problem.key);
  if (form.section !== undefined) url.searchParams.set('section', form.section);
  const headers = new Headers();
  if (fields) headers.append('set-cookie', saveForm(lastUserId, fields, problem.errors));
  return seeOther(`${url.pathname}${url.search}`, headers);
}

function formUrl(form: Pick<FormPost, 'back'>, request: Request, lang: Language): URL {
  const own = new URL(`/${lang}${form.back}`, config().siteUrl);
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return own;
  const sender = new URL(referer);
  return sender.origin === config().siteUrl && sender.pathname.startsWith(own.pathname) ? sender : own;
}

export function nextFromReferer(request: Request, otherwise: string): string {
  const referer = request.headers.get('referer');
  if (!referer || !URL.canParse(referer)) return otherwise;
  return safeNext(new URL(referer).searchParams.get('next')) ?? otherwise;
}

/**
 * The pages of these forms set a cookie, so a browser that sends none blocks them and would be signed out again. Only
 * browsers send `Sec-Fetch-Dest`; other clients may post without cookies.
 * @throws Problem 400 `form-expired`
 */
export function assertCookiesAllowed({ headers }: Request, isForm: boolean): void {
  if (isForm && headers.has('sec-fetch-dest') && !hasCookies(headers)) throw new Problem(400, 'form-expired');
}

export const stepUpField = 'stepUpCode';
const secretFields = new Set([
  stepUpField,
  'sub',
  'password',
  'confirmPassword',
  'currentPassword',
  'totp',
  'otp',
  'resetToken',
  'csrfToken',
  'credential',
]);
const savedFormSchema = z.object({
  person: z.string().nullable(),
  fields: z.record(z.string(), z.unknown()),
  errors: z.record(z.string(), z.array(z.string())),
});
/** Browsers refuse a cookie of more than 4096 bytes, including its name and attributes. */
const maxCookieCharacters = 3900;

export type SavedForm = Pick<z.infer<typeof savedFormSchema>, 'fields' | 'errors'>;

/** Accepts an expired session cookie. */
export const readLastSignedInUserId = async (headers: ReadableHeaders): Promise<string | null> =>
  readUserIdOfSession(findCookie(headers, cookieNames().session));

const readUserIdOfSession = async (session: string | undefined): Promise<string | null> =>
  (await readSessionCookie(session, new Date(0)))?.userId ?? null;

/** Seals the fields for five minutes, without passwords. Drops the fields if they are too long for a cookie. */
export function saveForm(
  lastUserId: string | null,
  fields: Record<string, unknown>,
  errors: Record<string, string[]> = {},
): string {
  const typed = Object.fromEntries(Object.entries(fields).filter(([name]) => !secretFields.has(name)));
  const sealFields = (kept: object) =>
    sealCompressed('saved-form', JSON.stringify({ person: lastUserId, fields: kept, errors }));
  const sealed = sealFields(typed);
  return setCookieHeader(savedFormCookie, sealed.length > maxCookieCharacters ? sealFields({}) : sealed, {
    maxAgeSeconds: 300,
  });
}

export function readSavedForm(cookie: string | undefined, lastUserId: string | null): SavedForm {
  const none: SavedForm = { fields: {}, errors: {} };
  const text = cookie ? unsealCompressed('saved-form', cookie) : null;
  if (!text) return none;
  const parsed = savedFormSchema.safeParse(JSON.parse(text));
  return parsed.success && parsed.data.person === lastUserId
    ? { fields: parsed.data.fields, errors: parsed.data.errors }
    : none;
}

export const readSavedFormOfPage = async (): Promise<SavedForm> =>
  readSavedForm(
    await readPageCookie(savedFormCookie),
    await readUserIdOfSession(await readPageCookie(cookieNames().session)),
  );

export const textFieldsOf = (fields: SavedForm['fields']): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));

export const firstErrors = (errors: SavedForm['errors']): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts[0] ?? '']));

/** Names at most this many rows, so that the result fits into a cookie. The count includes all rows. */
const maxNamedRows = 12;
const maxNameLength = 60;

const bulkSummarySchema = z.object({
  changed: z.int(),
  failed: z.int(),
  unchanged: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })),
});
type BulkResultSummary = z.output<typeof bulkSummarySchema>;

interface BulkPost {
  request: Request;
  lang: Language;
  isForm: boolean;
  /** Path without the language. */
  back: string;
}

export async function createBulkResponse(
  result: BulkResult,
  { request, lang, isForm, back }: BulkPost,
): Promise<BulkResult | Response> {
  if (!isForm) return result;
  const url = formUrl({ back }, request, lang);
  url.searchParams.delete('error');
  url.searchParams.set('changed', String(result.changed));
  const unchanged = result.unchanged
    .slice(0, maxNamedRows)
    .map(({ id, name, reason }) => ({ id, name: truncate(name, maxNameLength), reason }));
  const shown: BulkResultSummary = { changed: result.changed, failed: result.unchanged.length, unchanged };
  const cookie = saveForm(await readLastSignedInUserId(request.headers), { bulk: shown });
  return seeOther(`${url.pathname}${url.search}`, new Headers({ 'set-cookie': cookie }));
}

export const readBulkResult = async (): Promise<BulkResultSummary | null> =>
  bulkSummarySchema.safeParse((await readSavedFormOfPage()).fields.bulk).data ?? null;

export const questionForm: FormPost = {
  back: '/course',
  next: (answer, lang) => questionPagePath(answer as Partial<QuestionPlace & { page: number }>, lang),
};

const questionPagePath = (
  { courseSlug = '', lesson = '', questionId, page = 1 }: Partial<QuestionPlace & { page: number }>,
  lang: Language,
) =>
  lessonPath(lang, courseSlug, lesson, {
    section: 'questions',
    ...(questionId ? { question: questionId } : {}),
    ...(page > 1 ? { page: String(page) } : {}),
  });

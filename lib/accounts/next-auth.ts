import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import {
  clearStorageHeaders,
  cookieNames,
  createSessionCookies,
  dropCookie,
  findCookie,
  signedOutCookies,
} from '@/lib/accounts/sessions/cookies';
import { deviceOf } from '@/lib/accounts/sessions/devices';
import { now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { isLanguage, type Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { isStorable } from '@/lib/schemas';
import { createAuthOptions, type SignInCall } from './next-auth-options';
import { readSecondFactorCookie, secondFactorCookie } from './sign-in';

interface CallOptions {
  path: string[];
  guestId: string | null;
  lang: Language;
  safePath: (url: string) => string | null;
}
interface SubmittedForm {
  wantsJson: boolean;
  fields: Record<string, string>;
}
export interface NextAuthOutcome {
  response: Response;
  problem: Problem | null;
  failed: boolean;
  sent: SubmittedForm;
}

export async function callNextAuth(
  request: NextRequest,
  { path, guestId, lang: requestLang, safePath }: CallOptions,
): Promise<NextAuthOutcome> {
  const fields = await readFields(request);
  const isSafe = (url: string) => url === config().siteUrl || safePath(toRelativeUrl(url)) !== null;
  // On return from a provider, next-auth's own cookie holds the URL to continue at.
  const callbackUrl =
    fields.callbackUrl ||
    request.nextUrl.searchParams.get('callbackUrl') ||
    (findCookie(request.headers, cookieNames().callbackUrl) ?? '');
  const lang = (request.method === 'GET' && languageOfPath(toRelativeUrl(callbackUrl))) || requestLang;
  const at = now();
  const call: SignInCall = {
    at,
    device: deviceOf(request.headers),
    headers: request.headers,
    lang,
    session: null,
    problem: null,
    error: null,
    guestId,
    provider: path[1] === 'google' || path[1] === 'linkedin' ? path[1] : null,
    pending: readSecondFactorCookie(findCookie(request.headers, cookieNames().secondFactor), at),
    callbackUrl,
    signedOut: false,
    providerRefused: request.nextUrl.searchParams.has('error') && path[0] === 'callback',
    continueAt: (url) => config().siteUrl + (safePath(toRelativeUrl(url)) ?? `/${lang}/home`),
  };
  const context = { params: Promise.resolve({ nextauth: path }) };
  await dropUnsafeCallback(request.headers, isSafe);
  const response = (await NextAuth(
    plainRequest(request, fields, isSafe) as never,
    context as never,
    await createAuthOptions(call),
  )) as Response;
  const sent = { fields, wantsJson: fields.json === 'true' };
  return {
    response: await finishSignIn(call, response),
    problem: call.problem,
    failed: call.error !== null || call.problem !== null,
    sent,
  };
}

/** Takes the language from the path, because a browser returning from a provider sends no `Referer` of this site. */
const languageOfPath = (path: string): Language | null => {
  const segment = path.split('/')[1];
  return isLanguage(segment) ? segment : null;
};

const toRelativeUrl = (url: string): string =>
  url.startsWith(`${config().siteUrl}/`) ? url.slice(config().siteUrl.length) : url;

/** Drops input, such as foreign URLs, to which next-auth would answer 500 (core/lib/assert.js, next/utils.js). */
export function plainRequest(
  request: NextRequest,
  fields: Record<string, string>,
  isSafe: (url: string) => boolean,
): NextRequest {
  const url = new URL(request.url);
  const callbackUrl = url.searchParams.get('callbackUrl');
  if (callbackUrl !== null && !isSafe(callbackUrl)) url.searchParams.delete('callbackUrl');
  // next-auth writes this parameter into a URL unescaped.
  if (!/^[\w-]{0,60}$/.test(url.searchParams.get('error') ?? '')) url.searchParams.delete('error');
  const isPost = request.method === 'POST';
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  if (isPost) headers.set('content-type', 'application/x-www-form-urlencoded');
  // next-auth does not support HEAD.
  return new NextRequest(url, {
    method: isPost ? 'POST' : 'GET',
    headers,
    ...(isPost ? { body: new URLSearchParams(fields).toString() } : {}),
  });
}

/** Deletes an unsafe cookie from the browser too, because next-auth fails every call that carries it. */
async function dropUnsafeCallback(headers: Headers, isSafe: (url: string) => boolean): Promise<void> {
  const url = findCookie(headers, cookieNames().callbackUrl);
  if (url !== undefined && !isSafe(url)) await dropCookie(cookieNames().callbackUrl);
}

/** @throws Problem 400 for JSON that is not an object, or for text that cannot be stored */
async function readFields(request: NextRequest): Promise<Record<string, string>> {
  const text = request.method === 'POST' ? await request.text() : '';
  const isJson = (request.headers.get('content-type') ?? '').includes('json');
  const fields = isJson ? fieldsOfJson(text) : [...new URLSearchParams(text)];
  if (!fields?.flat().every(isStorable)) throw new Problem(400, 'malformed');
  return Object.fromEntries(fields);
}

function fieldsOfJson(text: string): Array<[string, string]> | null {
  try {
    const parsed: unknown = JSON.parse(text === '' ? '{}' : text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null;
    return Object.entries(parsed).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
    );
  } catch {
    return null;
  }
}

const nextAuthPages = /^\/api\/auth\/(error|signin)$/;

const messageKeys: ReadonlyMap<string, string> = new Map([
  ['AccessDenied', 'provider-refused'],
  ['CredentialsSignin', 'wrong-credentials'],
  ['Configuration', 'provider-unavailable'],
  ['OAuthSignin', 'provider-unavailable'],
]);

const messageKeyOf = (url: URL): string =>
  url.searchParams.get('csrf')
    ? 'form-expired'
    : (messageKeys.get(url.searchParams.get('error') ?? '') ?? 'provider-failed');

/** A popup returns to its own page, every other sign-in to the login page. */
function loginPath(call: SignInCall, error: string): string {
  const next = new URL(call.continueAt(call.callbackUrl), config().siteUrl);
  const query = new URLSearchParams({ error });
  if (next.pathname.endsWith('/signed-in')) return `${next.pathname}?${query}`;
  if (!/^\/([a-z]{2}\/home)?$/.test(next.pathname)) query.set('next', `${next.pathname}${next.search}`);
  return `/${call.lang}/login?${query}`;
}

async function finishSignIn(call: SignInCall, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('cache-control', 'no-store');
  if (!call.session) dropSessionCookie(headers);
  // Skip the session cookie, which next-auth sets itself.
  if (call.session)
    for (const line of (await createSessionCookies(call.session, call.at)).slice(1)) headers.append('set-cookie', line);
  if (call.session) headers.append('set-cookie', secondFactorCookie(null, call.at));
  else if (call.provider && call.pending) headers.append('set-cookie', secondFactorCookie(call.pending, call.at));
  if (call.signedOut) clearSession(headers);
  const location = response.headers.get('location');
  if (location === null) return createJsonResponse(call, response, headers);
  const target = new URL(location, config().siteUrl);
  const failed = target.origin === config().siteUrl && nextAuthPages.test(target.pathname);
  headers.set(
    'location',
    failed
      ? loginPath(
          call,
          call.problem?.key ?? call.error ?? (call.providerRefused ? 'provider-refused' : messageKeyOf(target)),
        )
      : location,
  );
  if (call.problem?.headers['retry-after']) headers.set('retry-after', call.problem.headers['retry-after']);
  return new Response(null, { status: target.origin === config().siteUrl ? 303 : 302, headers });
}

/** Clears the other session cookies too, because next-auth clears only its own. */
function clearSession(headers: Headers): void {
  for (const line of signedOutCookies()) headers.append('set-cookie', line);
  for (const [name, value] of Object.entries(clearStorageHeaders)) headers.set(name, value);
}

/**
 * next-auth writes the session cookie on every read: a valid one again, which would restore the session after a sign-out,
 * and an expired one as empty, although it still identifies the session for media URLs.
 */
export function dropSessionCookie(headers: Headers): void {
  const lines = headers.getSetCookie();
  headers.delete('set-cookie');
  const written = new RegExp(`^${cookieNames().session}(\\.\\d+)?=`);
  for (const line of lines) if (!written.test(line)) headers.append('set-cookie', line);
}

/** next-auth's client sends `json: true` and expects `{url}`. @throws Problem 400; Error if next-auth answered 5xx */
async function createJsonResponse(call: SignInCall, response: Response, headers: Headers): Promise<Response> {
  const text = await response.text();
  const url = /^\{"url":/.test(text)
    ? new URL(String((JSON.parse(text) as { url: string }).url), config().siteUrl)
    : null;
  if (!url && response.status >= 500) throw new Error(`next-auth answered ${response.status}`);
  if (!url && response.status >= 400) throw new Problem(400, 'malformed');
  if (!url || url.origin !== config().siteUrl || !nextAuthPages.test(url.pathname))
    return new Response(text === '' ? null : text, { status: response.status, headers });
  const page = new URL(loginPath(call, call.error ?? messageKeyOf(url)), config().siteUrl);
  return Response.json({ url: page.href }, { status: call.error ? 401 : response.status, headers });
}

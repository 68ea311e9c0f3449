import 'server-only';
import { config } from '@/lib/config/config';
import { clearStorageHeaders } from '@/lib/auth/sessions/session-responses';
import { cookieNames, sessionCookies, signedOutCookies } from '@/lib/auth/sessions/cookies';
import { pendingCookie } from '@/lib/auth/sign-in/pending-sign-in';
import { Problem } from '@/lib/problem';
import type { SignInCall } from './sign-in-call';

const nextAuthPages = /^\/api\/auth\/(error|signin)$/;

const messageKeys: ReadonlyMap<string, string> = new Map([
  ['AccessDenied', 'provider-refused'], ['CredentialsSignin', 'wrong-credentials'], ['Configuration', 'provider-unavailable'], ['OAuthSignin', 'provider-unavailable'],
]);

/** next-auth's error names as message keys. */
const messageKeyOf = (url: URL): string => (url.searchParams.get('csrf') ? 'form-expired' : (messageKeys.get(url.searchParams.get('error') ?? '') ?? 'provider-failed'));

/** The login page in the visitor's language, with the error and the wanted page; a popup returns to its own page. */
function loginPath(call: SignInCall, error: string): string {
  const next = new URL(call.continueAt(call.callbackUrl), config().siteUrl);
  const query = new URLSearchParams({ error });
  if (next.pathname.endsWith('/signed-in')) return `${next.pathname}?${query}`;
  if (!/^\/([a-z]{2}\/home)?$/.test(next.pathname)) query.set('next', `${next.pathname}${next.search}`);
  return `/${call.lang}/login?${query}`;
}

/**
 * next-auth's response as the HTTP contract has it: 303 for a form, errors on our own page, and after a sign-in the refresh cookie and the
 * hint beside its session cookie.
 */
export async function finishSignIn(call: SignInCall, response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.set('cache-control', 'no-store');
  dropRepeatedSession(call, headers);
  if (call.session) for (const line of (await sessionCookies(call.session, call.at)).slice(1)) headers.append('set-cookie', line);
  if (call.session) headers.append('set-cookie', pendingCookie(null, call.at));
  else if (call.provider && call.pending) headers.append('set-cookie', pendingCookie(call.pending, call.at));
  if (call.signedOut) clearSession(headers);
  const location = response.headers.get('location');
  if (location === null) return jsonResponse(call, response, headers);
  const target = new URL(location, config().siteUrl);
  const failed = target.origin === config().siteUrl && nextAuthPages.test(target.pathname);
  headers.set('location', failed ? loginPath(call, call.problem?.key ?? call.error ?? (call.providerRefused ? 'provider-refused' : messageKeyOf(target))) : location);
  if (call.problem?.headers['retry-after']) headers.set('retry-after', call.problem.headers['retry-after']);
  return new Response(null, { status: target.origin === config().siteUrl ? 303 : 302, headers });
}

/** next-auth clears its own cookie only. */
function clearSession(headers: Headers): void {
  for (const line of signedOutCookies()) headers.append('set-cookie', line);
  for (const [name, value] of Object.entries(clearStorageHeaders)) headers.set(name, value);
}

/** next-auth rewrites the same cookie whenever the session is read; arriving after a sign-out it would restore the old one. */
function dropRepeatedSession(call: SignInCall, headers: Headers): void {
  if (call.session) return;
  const lines = headers.getSetCookie();
  headers.delete('set-cookie');
  const repeated = new RegExp(`^${cookieNames().session}(\\.\\d+)?=[^;]`);
  for (const line of lines) if (!repeated.test(line)) headers.append('set-cookie', line);
}

/** With `json: true` next-auth's own client expects `{url}`. @throws Problem 400; an error for a fault of its own: its texts stay here */
async function jsonResponse(call: SignInCall, response: Response, headers: Headers): Promise<Response> {
  const text = await response.text();
  const url = /^\{"url":/.test(text) ? new URL(String((JSON.parse(text) as { url: string }).url), config().siteUrl) : null;
  if (!url && response.status >= 500) throw new Error(`next-auth answered ${response.status}`);
  if (!url && response.status >= 400) throw new Problem(400, 'malformed');
  if (!url || url.origin !== config().siteUrl || !nextAuthPages.test(url.pathname)) return new Response(text === '' ? null : text, { status: response.status, headers });
  const page = new URL(loginPath(call, call.error ?? messageKeyOf(url)), config().siteUrl);
  return Response.json({ url: page.href }, { status: call.error ? 401 : response.status, headers });
}

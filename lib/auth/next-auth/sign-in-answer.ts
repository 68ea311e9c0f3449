import 'server-only';
import { config } from '@/lib/config/config';
import { clearsStorage } from '@/lib/auth/sessions/answers';
import { clearedCookies, cookieNames, sessionCookies } from '@/lib/auth/sessions/cookies';
import { pendingCookie } from '@/lib/auth/providers/pending-sign-in';
import type { SignInCall } from './sign-in-call';

const nextAuthPages = /^\/api\/auth\/(error|signin)$/;

const ourKeys: ReadonlyMap<string, string> = new Map([
  ['AccessDenied', 'provider-refused'], ['CredentialsSignin', 'wrong-credentials'], ['Configuration', 'provider-unavailable'], ['OAuthSignin', 'provider-unavailable'],
]);

/** Words of next-auth's for what went wrong, as our message keys. */
const ourKey = (url: URL): string => (url.searchParams.get('csrf') ? 'form-expired' : (ourKeys.get(url.searchParams.get('error') ?? '') ?? 'provider-failed'));

/** The login page in the visitor's language, with what went wrong and where they wanted to go; a popup stays with its own page. */
function loginPageWith(call: SignInCall, error: string): string {
  const next = new URL(call.wayOn(call.callbackUrl), config().siteUrl);
  const query = new URLSearchParams({ error });
  if (next.pathname.endsWith('/signed-in')) return `${next.pathname}?${query}`;
  if (!/^\/([a-z]{2}\/home)?$/.test(next.pathname)) query.set('next', `${next.pathname}${next.search}`);
  return `/${call.lang}/login?${query}`;
}

/**
 * next-auth's answer as the contract wants it: 303 for a form, errors on our own page, and after a sign-in the refresh
 * cookie and the hint beside its session cookie.
 */
export async function finishSignIn(call: SignInCall, answer: Response): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.set('cache-control', 'no-store');
  dropRepeatedSession(call, headers);
  if (call.session) for (const line of (await sessionCookies(call.session, call.at)).slice(1)) headers.append('set-cookie', line);
  if (call.session) headers.append('set-cookie', pendingCookie(null, call.at));
  else if (call.provider && call.pending) headers.append('set-cookie', pendingCookie(call.pending, call.at));
  if (call.signedOut) leave(headers);
  const location = answer.headers.get('location');
  if (location === null) return answeredWithWord(call, answer, headers);
  const target = new URL(location, config().siteUrl);
  const failed = target.origin === config().siteUrl && nextAuthPages.test(target.pathname);
  headers.set('location', failed ? loginPageWith(call, call.problem?.key ?? call.error ?? (call.providerSaidNo ? 'provider-refused' : ourKey(target))) : location);
  if (call.problem?.headers['retry-after']) headers.set('retry-after', call.problem.headers['retry-after']);
  return new Response(null, { status: target.origin === config().siteUrl ? 303 : 302, headers });
}

/** next-auth takes its own cookie only. */
function leave(headers: Headers): void {
  for (const line of clearedCookies()) headers.append('set-cookie', line);
  for (const [name, value] of Object.entries(clearsStorage)) headers.set(name, value);
}

/** Asked who is here, next-auth writes the same cookie again; arriving after a sign-out it would bring the old one back. */
function dropRepeatedSession(call: SignInCall, headers: Headers): void {
  if (call.session) return;
  const lines = headers.getSetCookie();
  headers.delete('set-cookie');
  const repeated = new RegExp(`^${cookieNames().session}(\\.\\d+)?=[^;]`);
  for (const line of lines) if (!repeated.test(line)) headers.append('set-cookie', line);
}

/** With `json: true` next-auth's own client wants `{url}`. */
async function answeredWithWord(call: SignInCall, answer: Response, headers: Headers): Promise<Response> {
  const text = await answer.text();
  const url = /^\{"url":/.test(text) ? new URL(String((JSON.parse(text) as { url: string }).url), config().siteUrl) : null;
  if (!url || url.origin !== config().siteUrl || !nextAuthPages.test(url.pathname)) return new Response(text === '' ? null : text, { status: answer.status, headers });
  const page = new URL(loginPageWith(call, call.error ?? ourKey(url)), config().siteUrl);
  return Response.json({ url: page.href }, { status: call.error ? 401 : answer.status, headers });
}

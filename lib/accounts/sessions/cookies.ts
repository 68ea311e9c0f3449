import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { config } from '@/lib/config/config';
import { deriveKey, hmacOf, safeEqual } from '@/lib/config/secrets';
import { type OpenedSession, tokenResponse } from './start-session';
import { encodeSessionCookie, lifetimeSeconds, type ReadableHeaders, readSessionCookie } from './tokens';

const isSecureSite = (): boolean => config().siteUrl.startsWith('https:');

/** No other host, such as a sibling subdomain, can set a cookie with this prefix. Browsers accept it on https only. */
const hostCookieName = (name: string): string => `${isSecureSite() ? '__Host-' : ''}${name}`;

export const cookieNames = () => ({
  session: hostCookieName('next-auth.session-token'),
  csrf: hostCookieName('next-auth.csrf-token'),
  callbackUrl: hostCookieName('next-auth.callback-url'),
  state: hostCookieName('next-auth.state'),
  nonce: hostCookieName('next-auth.nonce'),
  pkce: hostCookieName('next-auth.pkce.code_verifier'),
  refresh: `${isSecureSite() ? '__Secure-' : ''}refresh`,
  reset: hostCookieName('reset'),
  secondFactor: hostCookieName('second-factor'),
  device: hostCookieName('device'),
  /** `1` or `guest`. Scripts read this cookie to show the sign-in or the profile tab on cached pages (B2). */
  hint: 'signed_in',
  language: 'NEXT_LOCALE',
});

export const savedFormCookie = 'form';

/** Browsers keep a cookie for at most 400 days. */
const deviceSeconds = 400 * 86_400;

interface CookieOptions {
  path?: string;
  maxAgeSeconds: number;
  readable?: boolean;
}

export function setCookieHeader(
  name: string,
  value: string,
  { path = '/', maxAgeSeconds, readable = false }: CookieOptions,
): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax'];
  if (maxAgeSeconds <= 0) parts.push('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  if (!readable) parts.push('HttpOnly');
  if (isSecureSite()) parts.push('Secure');
  return parts.join('; ');
}

/** The session cookie outlives its token, because an expired token still identifies the session for media URLs. */
export async function createSessionCookies(session: OpenedSession, now: Date): Promise<string[]> {
  const names = cookieNames();
  const maxAgeSeconds = lifetimeSeconds(session.role);
  const { userId, sessionId, name, role } = session;
  return [
    setCookieHeader(names.session, await encodeSessionCookie({ sub: userId, sid: sessionId, name, role }, now), {
      maxAgeSeconds,
    }),
    setCookieHeader(names.refresh, session.refreshToken, { path: '/auth', maxAgeSeconds }),
    setCookieHeader(names.hint, session.role === 'guest' ? 'guest' : '1', { maxAgeSeconds, readable: true }),
    ...(role === 'guest'
      ? []
      : [setCookieHeader(names.device, deviceTokenOf(userId), { maxAgeSeconds: deviceSeconds })]),
  ];
}

function clearedCookies(): string[] {
  const names = cookieNames();
  return [
    setCookieHeader(names.session, '', { maxAgeSeconds: 0 }),
    setCookieHeader(names.refresh, '', { path: '/auth', maxAgeSeconds: 0 }),
    setCookieHeader(names.hint, '', { maxAgeSeconds: 0, readable: true }),
    setCookieHeader(names.secondFactor, '', { maxAgeSeconds: 0 }),
  ];
}

export const signedOutCookies = (): string[] => [
  ...clearedCookies(),
  setCookieHeader(savedFormCookie, '', { maxAgeSeconds: 0 }),
];

// Only the functions below may read a request's cookies (checked by eslint.config.mjs).

const parseCookies = (headers: ReadableHeaders): string[] =>
  (headers.get('cookie') ?? '')
    .split(';')
    .map((pair) => pair.trim())
    .filter(Boolean);

export const hasCookies = (headers: ReadableHeaders): boolean => parseCookies(headers).length > 0;

export function findCookie(headers: ReadableHeaders, name: string): string | undefined {
  const pair = parseCookies(headers).find((each) => each.startsWith(`${name}=`));
  try {
    return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

/** Keeps the other cookies byte for byte: re-encoding could split one into two. */
export function withCookie(headers: Headers, name: string, value: string): Headers {
  const changed = new Headers(headers);
  changed.set(
    'cookie',
    [...parseCookies(headers).filter((pair) => !pair.startsWith(`${name}=`)), `${name}=${value}`].join('; '),
  );
  return changed;
}

export const readPageCookie = async (name: string): Promise<string | undefined> => (await cookies()).get(name)?.value;

export const dropCookie = async (name: string): Promise<void> =>
  void (await cookies()).delete({ name, path: '/', secure: isSecureSite() });

/** Marks a browser that has signed in. `attempt-limit.ts` counts its wrong passwords separately. */
export const deviceTokenOf = (userId: string): string => hmacOf('known-device', userId);

/**
 * A sibling subdomain can set the refresh cookie, whose path rules out `__Host-`, and so sign the browser in to another
 * account. It cannot set the cookies compared here. Guests have no device cookie, and earlier versions set none.
 */
export async function isRefreshCookieOf(
  headers: ReadableHeaders,
  user: { id: string; role: string },
): Promise<boolean> {
  if (!isSecureSite() || user.role === 'guest') return true;
  if (safeEqual(findCookie(headers, cookieNames().device) ?? '', deviceTokenOf(user.id))) return true;
  const browserSession = await readSessionCookie(findCookie(headers, cookieNames().session), new Date(0));
  return browserSession?.userId === user.id;
}

export const nextAuthSecret = (): string => deriveKey('next-auth').toString('base64url');

const hashOf = (token: string): string => createHash('sha256').update(`${token}${nextAuthSecret()}`).digest('hex');

export function csrfTokenOf(cookie: string | undefined): string | null {
  const [token, hash] = (cookie ?? '').split('|');
  return token && hash && safeEqual(hash, hashOf(token)) ? token : null;
}

/** Uses next-auth's format (core/lib/csrf-token.js), so that a form works without JavaScript. */
export function newCsrfCookie(): string {
  const token = randomBytes(32).toString('hex');
  return encodeURIComponent(`${token}|${hashOf(token)}`);
}

interface SignedInOptions {
  status: 200 | 201;
  cookies: boolean;
  goTo?: string | null;
  now: Date;
}

export async function createSignedInResponse(
  session: OpenedSession,
  { status, cookies, goTo, now }: SignedInOptions,
): Promise<Response> {
  const headers = new Headers({ 'cache-control': 'no-store' });
  if (cookies) for (const cookie of await createSessionCookies(session, now)) headers.append('set-cookie', cookie);
  if (!goTo) return Response.json(tokenResponse(session), { status, headers });
  headers.set('location', goTo);
  return new Response(null, { status: 303, headers });
}

/** Clear our cookies by name: `"cookies"` would also clear those of other sites on the domain (X26). */
export const clearStorageHeaders = { 'clear-site-data': '"storage"' };

export function signedOutResponse(goTo: string | null): Response {
  const response = cookieResponse(signedOutCookies(), goTo);
  for (const [name, value] of Object.entries(clearStorageHeaders)) response.headers.set(name, value);
  return response;
}

export const sessionClearedResponse = (goTo: string | null): Response => cookieResponse(clearedCookies(), goTo);

function cookieResponse(cookies: readonly string[], goTo: string | null): Response {
  const headers = new Headers({ 'cache-control': 'no-store' });
  for (const cookie of cookies) headers.append('set-cookie', cookie);
  if (goTo === null) return new Response(null, { status: 204, headers });
  headers.set('location', goTo);
  return new Response(null, { status: 303, headers });
}

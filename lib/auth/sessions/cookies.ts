import 'server-only';
import { cookies } from 'next/headers';
import type { SentHeaders } from '@/lib/auth/tokens/access-token';
import { lifetimeSeconds } from '@/lib/auth/tokens/refresh-token';
import { config } from '@/lib/config/config';
import { deviceTokenOf } from './device-token';
import { encodeSessionCookie } from './session-cookie';
import type { OpenedSession } from './start-session';

const secure = (): boolean => config().siteUrl.startsWith('https:');

/** `__Host-` and `__Secure-` names exist on https only. */
export const cookieNames = () => ({
  session: `${secure() ? '__Host-' : ''}next-auth.session-token`,
  csrf: `${secure() ? '__Host-' : ''}next-auth.csrf-token`,
  callbackUrl: `${secure() ? '__Secure-' : ''}next-auth.callback-url`,
  /** `Path=/auth`, which forbids `__Host-`. */
  refresh: `${secure() ? '__Secure-' : ''}refresh`,
  reset: `${secure() ? '__Host-' : ''}reset`,
  secondFactor: `${secure() ? '__Host-' : ''}second-factor`,
  /** Outlives the sign-out. */
  device: `${secure() ? '__Host-' : ''}device`,
  /** Not secret: `1` or `guest`, so that cached pages can show the right tabs (B2). */
  hint: 'signed_in',
  language: 'NEXT_LOCALE',
});

/** What a form without JavaScript had in its fields (lib/api/saved-form.ts). */
export const savedFormCookie = 'form';

/** As long as browsers keep a cookie. */
const deviceSeconds = 400 * 86_400;

interface CookieOptions { path?: string; maxAgeSeconds: number; readable?: boolean }

export function setCookie(name: string, value: string, { path = '/', maxAgeSeconds, readable = false }: CookieOptions): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax'];
  if (maxAgeSeconds <= 0) parts.push('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  if (!readable) parts.push('HttpOnly');
  if (secure()) parts.push('Secure');
  return parts.join('; ');
}

/**
 * What a browser gets at sign-in and at each refresh. The session cookie outlives its content, which expires with ACCESS_TTL_S: afterwards
 * it still says which session a media URL was made for.
 */
export async function sessionCookies(session: OpenedSession, now: Date): Promise<string[]> {
  const names = cookieNames();
  const maxAgeSeconds = lifetimeSeconds(session.role);
  const { userId, sessionId, name, role } = session;
  return [
    setCookie(names.session, await encodeSessionCookie({ sub: userId, sid: sessionId, name, role }, now), { maxAgeSeconds }),
    setCookie(names.refresh, session.refreshToken, { path: '/auth', maxAgeSeconds }),
    setCookie(names.hint, session.role === 'guest' ? 'guest' : '1', { maxAgeSeconds, readable: true }),
    ...(role === 'guest' ? [] : [setCookie(names.device, deviceTokenOf(userId), { maxAgeSeconds: deviceSeconds })]),
  ];
}

/** For a session that is over. What was typed stays for the same person. */
export function clearedCookies(): string[] {
  const names = cookieNames();
  return [
    setCookie(names.session, '', { maxAgeSeconds: 0 }),
    setCookie(names.refresh, '', { path: '/auth', maxAgeSeconds: 0 }),
    setCookie(names.hint, '', { maxAgeSeconds: 0, readable: true }),
    setCookie(names.secondFactor, '', { maxAgeSeconds: 0 }),
  ];
}

/** For a person who signs out: also what they typed. */
export const signedOutCookies = (): string[] => [...clearedCookies(), setCookie(savedFormCookie, '', { maxAgeSeconds: 0 })];

// Below: the only code that reads cookies of a request (held by eslint.config.mjs).

const pairsOf = (headers: SentHeaders): string[] => (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim()).filter(Boolean);

/** The decoded value of one cookie of a request; undefined when it is absent or badly encoded. */
export function cookieOf(headers: SentHeaders, name: string): string | undefined {
  const pair = pairsOf(headers).find((each) => each.startsWith(`${name}=`));
  try {
    return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
  } catch {
    return undefined;
  }
}

/** The same headers with one cookie replaced. The others stay as they were sent: re-encoded, one could become two. */
export function withCookie(headers: Headers, name: string, value: string): Headers {
  const changed = new Headers(headers);
  changed.set('cookie', [...pairsOf(headers).filter((pair) => !pair.startsWith(`${name}=`)), `${name}=${value}`].join('; '));
  return changed;
}

/** `cookieOf` for a page being rendered. */
export const pageCookie = async (name: string): Promise<string | undefined> => (await cookies()).get(name)?.value;

/** In a route handler: deletes a cookie, for the rest of this request and in the browser. */
export const dropCookie = async (name: string): Promise<void> => void (await cookies()).delete({ name, path: '/', secure: secure() });

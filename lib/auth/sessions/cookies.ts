import 'server-only';
import { config } from '@/lib/config/config';
import { lifetimeSeconds } from '@/lib/auth/tokens/refresh-token';
import { encodeSessionCookie } from './session-cookie';
import type { OpenedSession } from './start-session';

const secure = (): boolean => config().siteUrl.startsWith('https:');

/** `__Host-` and `__Secure-` names exist on https only. */
export const cookieNames = () => ({
  session: `${secure() ? '__Host-' : ''}next-auth.session-token`,
  csrf: `${secure() ? '__Host-' : ''}next-auth.csrf-token`,
  /** `Path=/auth`, which forbids `__Host-`. */
  refresh: `${secure() ? '__Secure-' : ''}refresh`,
  reset: `${secure() ? '__Host-' : ''}reset`,
  secondFactor: `${secure() ? '__Host-' : ''}second-factor`,
  /** Not secret: `1` or `guest`, so that kept pages can show the right tabs (row B2). */
  hint: 'signed_in',
});

interface CookieOptions { path?: string; maxAgeSeconds: number; readable?: boolean }

export function setCookie(name: string, value: string, { path = '/', maxAgeSeconds, readable = false }: CookieOptions): string {
  const parts = [`${name}=${value}`, `Path=${path}`, `Max-Age=${maxAgeSeconds}`, 'SameSite=Lax'];
  if (maxAgeSeconds <= 0) parts.push('Expires=Thu, 01 Jan 1970 00:00:00 GMT');
  if (!readable) parts.push('HttpOnly');
  if (secure()) parts.push('Secure');
  return parts.join('; ');
}

/**
 * Everything a browser gets at sign-in and at each refresh. The session cookie stays in the browser longer than it is
 * good for: its content expires with ACCESS_TTL_S, and what is left still says which session a media URL was made for.
 */
export async function sessionCookies(session: OpenedSession, now: Date): Promise<string[]> {
  const names = cookieNames();
  const maxAgeSeconds = lifetimeSeconds(session.role);
  const { userId, sessionId, name, role } = session;
  return [
    setCookie(names.session, await encodeSessionCookie({ sub: userId, sid: sessionId, name, role }, now), { maxAgeSeconds }),
    setCookie(names.refresh, session.refreshToken, { path: '/auth', maxAgeSeconds }),
    setCookie(names.hint, session.role === 'guest' ? 'guest' : '1', { maxAgeSeconds, readable: true }),
  ];
}

export function clearedCookies(): string[] {
  const names = cookieNames();
  return [
    setCookie(names.session, '', { maxAgeSeconds: 0 }),
    setCookie(names.refresh, '', { path: '/auth', maxAgeSeconds: 0 }),
    setCookie(names.hint, '', { maxAgeSeconds: 0, readable: true }),
    setCookie(names.secondFactor, '', { maxAgeSeconds: 0 }),
  ];
}

/** The value of one cookie of a request. */
export function cookieOf(headers: Headers, name: string): string | undefined {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const at = part.indexOf('=');
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
}

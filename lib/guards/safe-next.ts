import { defaultLanguage } from '@/lib/language';
const origin = 'http://here.invalid';

/**
 * The page that sent a visitor to sign in (D1), or null: a `next` counts only when it begins with one `/` and a
 * browser, which also reads `\`, tabs and newlines its own way, would stay on the site.
 */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || next.length > 2000) return null;
  if (/[\u0000-\u001f\u007f\\]/.test(next)) return null;
  if (!URL.canParse(next, origin)) return null;
  const address = new URL(next, origin);
  if (address.origin !== origin) return null;
  return address.pathname.startsWith('//') ? null : address.pathname + address.search + address.hash;
}

export const loginPath = (wanted: string): string => `/${defaultLanguage}/login?next=${encodeURIComponent(wanted)}`;

/** The sign-in of a person whose session has ended: it says so, and goes on to the page they were on. */
export const endedSessionPath = (wanted: string): string => `${loginPath(wanted)}&notice=${endedNotice}`;

const endedNotice = 'signed-out';

/** The same address with the notice, where it is a sign-in page. */
export function withEndedNotice(path: string): string {
  const address = new URL(path, origin);
  if (address.pathname.split('/')[2] === 'login') address.searchParams.set('notice', endedNotice);
  return address.pathname + address.search + address.hash;
}

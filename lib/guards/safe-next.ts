import { defaultLanguage } from '@/lib/language';
const origin = 'http://here.invalid';

/** Accepts a `next` path only if browsers, which also interpret `\`, tabs and newlines, stay on the site (D1). */
export function safeNext(next: unknown): string | null {
  if (typeof next !== 'string' || !/^\/(?![/\\])/.test(next) || next.length > 2000) return null;
  if (/[\u0000-\u001f\u007f\\]/.test(next)) return null;
  if (!URL.canParse(next, origin)) return null;
  const address = new URL(next, origin);
  if (address.origin !== origin) return null;
  return address.pathname.startsWith('//') ? null : address.pathname + address.search + address.hash;
}

export const loginPath = (wanted: string): string => `/${defaultLanguage}/login?next=${encodeURIComponent(wanted)}`;

export const endedSessionPath = (wanted: string): string => `${loginPath(wanted)}&notice=${endedNotice}`;

const endedNotice = 'signed-out';

export function addEndedNotice(path: string): string {
  const address = new URL(path, origin);
  if (address.pathname.split('/')[2] === 'login') address.searchParams.set('notice', endedNotice);
  return address.pathname + address.search + address.hash;
}

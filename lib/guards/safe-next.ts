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

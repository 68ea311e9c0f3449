import 'server-only';
import { createHash, randomBytes } from 'node:crypto';
import { deriveKey, safeEqual } from '@/lib/config/secrets';

export const nextAuthSecret = (): string => deriveKey('next-auth').toString('base64url');

const hashOf = (token: string): string => createHash('sha256').update(`${token}${nextAuthSecret()}`).digest('hex');

/** The token in the decoded value of next-auth's double-submit cookie, or null when the cookie was not issued by this site. */
export function csrfTokenOf(cookie: string | undefined): string | null {
  const [token, hash] = (cookie ?? '').split('|');
  return token && hash && safeEqual(hash, hashOf(token)) ? token : null;
}

/** In next-auth's format (core/lib/csrf-token.js), created before the page is rendered so that a form can carry it without JavaScript. */
export function newCsrfCookie(): string {
  const token = randomBytes(32).toString('hex');
  return encodeURIComponent(`${token}|${hashOf(token)}`);
}

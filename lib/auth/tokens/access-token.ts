import 'server-only';
import { jwtVerify, SignJWT } from 'jose';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { deriveKey } from '@/lib/config/secrets';
import { cacheVerification } from './cached-verification';

const claims = z.object({ sub: z.string(), sid: z.string() });
export type AccessClaims = z.infer<typeof claims>;

const tokenType = 'at+jwt';

/** Holds user and session only: the role is read from the database on every request. */
export const signAccessToken = (userId: string, sessionId: string, now: Date): Promise<string> =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: tokenType })
    .setSubject(userId)
    .setIssuer(config().siteUrl)
    .setIssuedAt(now)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + config().accessTtlSeconds)
    .sign(deriveKey('access-token'));

/** Null for anything that is not a valid access token of ours; a malformed one never throws (GHSA-xmf8). */
export const readAccessToken = cacheVerification<AccessClaims>(async (token, now) => {
  try {
    const { payload } = await jwtVerify(token, deriveKey('access-token'), {
      algorithms: ['HS256'], typ: tokenType, issuer: config().siteUrl, currentDate: now, requiredClaims: ['exp', 'sub'],
    });
    return { value: claims.parse(payload), expiresAtMs: (payload.exp ?? 0) * 1000 };
  } catch {
    return null;
  }
});

/** Of a call, or of a page being rendered. */
export type SentHeaders = Pick<Headers, 'get'>;

/** What follows `Bearer` in `Authorization`, well-formed or not; null without one. Other schemes (a proxy's Basic) are ignored. */
export function bearerOf(headers: SentHeaders): string | null {
  const found = /^Bearer(?: +(.*))?$/i.exec(headers.get('authorization')?.trim() ?? '');
  return found && (found[1] ?? '');
}

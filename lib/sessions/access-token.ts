import 'server-only';
import { jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { config } from '@/lib/config';
import { deriveKey } from '@/lib/secrets';

const claims = z.object({ sub: z.string(), sid: z.string() });
export type AccessClaims = z.infer<typeof claims>;

const kind = 'at+jwt';

/** Names user and session only: the role is read from the database every time. */
export const signAccessToken = (userId: string, sessionId: string, now: Date): Promise<string> =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: kind })
    .setSubject(userId)
    .setIssuer(config().siteUrl)
    .setIssuedAt(now)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + config().accessTtlSeconds)
    .sign(deriveKey('access-token'));

const verifiedTokens = new LRUCache<string, { claims: AccessClaims; expiresAtMs: number }>({ max: 5000 });

/** Null for anything that is not a living access token of ours; a malformed one never throws (GHSA-xmf8). */
export async function readAccessToken(token: string, now: Date): Promise<AccessClaims | null> {
  const known = verifiedTokens.get(token);
  if (known) return known.expiresAtMs > now.getTime() ? known.claims : null;
  const read = await verify(token, now);
  if (read) verifiedTokens.set(token, read);
  return read?.claims ?? null;
}

/** A signature once found good stays good; it is the dearest part of a small call. */
async function verify(token: string, now: Date): Promise<{ claims: AccessClaims; expiresAtMs: number } | null> {
  try {
    const { payload } = await jwtVerify(token, deriveKey('access-token'), {
      algorithms: ['HS256'], typ: kind, issuer: config().siteUrl, currentDate: now, requiredClaims: ['exp', 'sub'],
    });
    return { claims: claims.parse(payload), expiresAtMs: (payload.exp ?? 0) * 1000 };
  } catch {
    return null;
  }
}

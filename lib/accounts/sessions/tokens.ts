import 'server-only';
import { EncryptJWT, jwtDecrypt, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { deriveKey, hmacOf, randomToken } from '@/lib/config/secrets';

const maxEntries = 5000;

interface CachedVerification<Value> {
  value: Value;
  expiresAtMs: number;
}

/** Caches valid tokens, because cryptography is the most expensive part of a small request. */
function cacheVerification<Value extends object>(
  verify: (text: string, now: Date) => Promise<CachedVerification<Value> | null>,
) {
  const cache = new LRUCache<string, CachedVerification<Value>>({ max: maxEntries });
  return async (text: string, now: Date): Promise<Value | null> => {
    const cached = cache.get(text);
    if (cached) return cached.expiresAtMs > now.getTime() ? cached.value : null;
    const verified = await verify(text, now);
    if (verified) cache.set(text, verified);
    return verified?.value ?? null;
  };
}

const claims = z.object({ sub: z.string(), sid: z.string() });
export type AccessClaims = z.infer<typeof claims>;

const tokenType = 'at+jwt';

/** The token has no role, because every request reads the role from the database. */
export const signAccessToken = (userId: string, sessionId: string, now: Date): Promise<string> =>
  new SignJWT({ sid: sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: tokenType })
    .setSubject(userId)
    .setIssuer(config().siteUrl)
    .setIssuedAt(now)
    .setExpirationTime(Math.floor(now.getTime() / 1000) + config().accessTtlSeconds)
    .sign(deriveKey('access-token'));

/** Returns null for any invalid token; a malformed one never throws (GHSA-xmf8). */
export const readAccessToken = cacheVerification<AccessClaims>(async (token, now) => {
  try {
    const { payload } = await jwtVerify(token, deriveKey('access-token'), {
      algorithms: ['HS256'],
      typ: tokenType,
      issuer: config().siteUrl,
      currentDate: now,
      requiredClaims: ['exp', 'sub'],
    });
    return { value: claims.parse(payload), expiresAtMs: (payload.exp ?? 0) * 1000 };
  } catch {
    return null;
  }
});

export type ReadableHeaders = Pick<Headers, 'get'>;

/** Ignores other schemes, such as Basic from a proxy. */
export function bearerOf(headers: ReadableHeaders): string | null {
  const found = /^Bearer(?: +(.*))?$/i.exec(headers.get('authorization')?.trim() ?? '');
  return found && (found[1] ?? '');
}

export const refreshLifetimeSeconds = 30 * 86_400;
const maxSessionSeconds = 180 * 86_400;
const guestLifetimeSeconds = 86_400;
/** Keeps the previous token valid for a parallel tab or a lost response (D8, R16). */
export const graceSeconds = 30;

export const newRefreshToken = (): string => randomToken(32);

export const refreshTokenHash = (token: string): string => hmacOf('refresh-token', token);

/** Deterministic, because a repeated refresh must return the same successor and only hashes are stored. */
export const successorOf = (token: string): string => hmacOf('refresh-successor', token);

export const looksLikeRefreshToken = (text: unknown): text is string =>
  typeof text === 'string' && /^[\w-]{43}$/.test(text);

export const lifetimeSeconds = (role: string): number =>
  role === 'guest' ? guestLifetimeSeconds : refreshLifetimeSeconds;

export function sessionEnd({ role, signedInAt, now }: { role: string; signedInAt: Date; now: Date }): Date {
  const unused = addSeconds(now, lifetimeSeconds(role));
  const last = addSeconds(signedInAt, maxSessionSeconds);
  return unused < last ? unused : last;
}

const cookieClaims = z.object({ sub: z.string(), sid: z.string(), exp: z.number() });
export interface SessionKey {
  userId: string;
  sessionId: string;
}

const nextAuthKey = (): Buffer => deriveKey('next-auth');

/** Keeps an existing `exp`: next-auth rewrites the cookie on every read, but only a refresh may extend it. */
export async function encodeSessionCookie(content: Record<string, unknown>, now: Date): Promise<string> {
  const exp =
    typeof content.exp === 'number' ? content.exp : Math.floor(now.getTime() / 1000) + config().accessTtlSeconds;
  return new EncryptJWT({ ...content })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt(now)
    .setExpirationTime(exp)
    .encrypt(nextAuthKey());
}

export async function decodeSessionCookie(value: string, now: Date): Promise<Record<string, unknown> | null> {
  try {
    const { payload } = await jwtDecrypt(value, nextAuthKey(), {
      currentDate: now,
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return payload;
  } catch {
    return null;
  }
}

const openCookie = cacheVerification<SessionKey>(async (value, now) => {
  const content = await decodeSessionCookie(value, now);
  const { success, data } = cookieClaims.safeParse(content);
  return success ? { value: { userId: data.sub, sessionId: data.sid }, expiresAtMs: data.exp * 1000 } : null;
});

export async function readSessionCookie(value: string | undefined, now: Date): Promise<SessionKey | null> {
  return value ? openCookie(value, now) : null;
}

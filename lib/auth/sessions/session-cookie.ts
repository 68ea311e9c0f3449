import 'server-only';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { z } from 'zod';
import { config } from '@/lib/config/config';
import { deriveKey } from '@/lib/config/secrets';
import { cacheVerification } from '@/lib/auth/tokens/cached-verification';

const claims = z.object({ sub: z.string(), sid: z.string(), exp: z.number() });
export interface SessionKey { userId: string; sessionId: string }

const key = (): Buffer => deriveKey('next-auth');

/**
 * The value of next-auth's session cookie. An existing `exp` claim stays: next-auth rewrites the cookie whenever the session is read, and
 * only a refresh may prolong it.
 */
export async function encodeSessionCookie(content: Record<string, unknown>, now: Date): Promise<string> {
  const exp = typeof content.exp === 'number' ? content.exp : Math.floor(now.getTime() / 1000) + config().accessTtlSeconds;
  return new EncryptJWT({ ...content }).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).setIssuedAt(now).setExpirationTime(exp).encrypt(key());
}

export async function decodeSessionCookie(value: string, now: Date): Promise<Record<string, unknown> | null> {
  try {
    const { payload } = await jwtDecrypt(value, key(), { currentDate: now, keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] });
    return payload;
  } catch {
    return null;
  }
}

const openCookie = cacheVerification<SessionKey>(async (value, now) => {
  const content = await decodeSessionCookie(value, now);
  const { success, data } = claims.safeParse(content);
  return success ? { value: { userId: data.sub, sessionId: data.sid }, expiresAtMs: data.exp * 1000 } : null;
});

export async function readSessionCookie(value: string | undefined, now: Date): Promise<SessionKey | null> {
  return value ? openCookie(value, now) : null;
}

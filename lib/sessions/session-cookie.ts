import 'server-only';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { config } from '@/lib/config';
import { deriveKey } from '@/lib/secrets';

const claims = z.object({ sub: z.string(), sid: z.string() });
export type SessionKey = { userId: string; sessionId: string };

const key = (): Buffer => deriveKey('next-auth');

/**
 * The value of next-auth's session cookie. An `exp` that is already among the claims stays: next-auth writes the cookie
 * anew whenever somebody asks for the session, and only a refresh may make it live longer.
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

const opened = new LRUCache<string, { key: SessionKey; expiresAtMs: number }>({ max: 5000 });

/** Opened once: what a cookie says does not change, only whether it is still time. */
export async function readSessionCookie(value: string | undefined, now: Date): Promise<SessionKey | null> {
  if (!value) return null;
  const known = opened.get(value);
  if (known) return known.expiresAtMs > now.getTime() ? known.key : null;
  const content = await decodeSessionCookie(value, now);
  const parsed = claims.safeParse(content);
  if (!parsed.success) return null;
  const read = { userId: parsed.data.sub, sessionId: parsed.data.sid };
  if (typeof content?.exp === 'number') opened.set(value, { key: read, expiresAtMs: content.exp * 1000 });
  return read;
}

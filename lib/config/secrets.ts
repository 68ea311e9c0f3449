import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { config } from './config';

const keys = new Map<string, Buffer>();

/** A 32-byte key for one purpose, derived from AUTH_SECRET (HKDF-SHA256): no key serves two purposes. */
export function deriveKey(purpose: string): Buffer {
  const name = `${purpose}\n${config().authSecret}`;
  const known = keys.get(name);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', config().authSecret, '', purpose, 32));
  keys.set(name, key);
  return key;
}

/** base64url HMAC-SHA256 of `text` under the purpose's key. */
export function hmacOf(purpose: string, text: string): string {
  return createHmac('sha256', deriveKey(purpose)).update(text).digest('base64url');
}

/** Equal in constant time; texts of different length are unequal. */
export function safeEqual(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** AES-256-GCM; `open` returns null for anything that was not sealed for this purpose. */
export function seal(purpose: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function open(purpose: string, sealed: string): string | null {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

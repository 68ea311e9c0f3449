import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { config } from './config';

const derivedKeys = new Map<string, Buffer>();

/** Derives a different key for each purpose, with HKDF-SHA256. */
export function deriveKey(purpose: string): Buffer {
  const name = `${purpose}\n${config().authSecret}`;
  const cachedKey = derivedKeys.get(name);
  if (cachedKey) return cachedKey;
  const key = Buffer.from(hkdfSync('sha256', config().authSecret, '', purpose, 32));
  derivedKeys.set(name, key);
  return key;
}

export function hmacOf(purpose: string, text: string): string {
  return createHmac('sha256', deriveKey(purpose)).update(text).digest('base64url');
}

export function safeEqual(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Encrypts with AES-256-GCM. `unseal` returns null for a different purpose. */
export function seal(purpose: string, text: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

export function unseal(purpose: string, sealed: string): string | null {
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

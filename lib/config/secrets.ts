import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
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
export const seal = (purpose: string, text: string): string => sealBytes(purpose, Buffer.from(text));

export const unseal = (purpose: string, sealed: string): string | null =>
  unsealBytes(purpose, sealed)?.toString('utf8') ?? null;

const compression = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT },
};

/** Makes 4,000 letters of prose fit into a cookie. The length reveals how well the text compresses, so never seal a secret beside a visitor's text. */
export const sealCompressed = (purpose: string, text: string): string =>
  sealBytes(purpose, brotliCompressSync(text, compression));

export function unsealCompressed(purpose: string, sealed: string): string | null {
  try {
    const bytes = unsealBytes(purpose, sealed);
    return bytes && brotliDecompressSync(bytes).toString('utf8');
  } catch {
    return null;
  }
}

function sealBytes(purpose: string, bytes: Buffer): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(purpose), nonce);
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

function unsealBytes(purpose: string, sealed: string): Buffer | null {
  try {
    const bytes = Buffer.from(sealed, 'base64url');
    const decipher = createDecipheriv('aes-256-gcm', deriveKey(purpose), bytes.subarray(0, 12));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]);
  } catch {
    return null;
  }
}

export const randomToken = (bytes = 32): string => randomBytes(bytes).toString('base64url');

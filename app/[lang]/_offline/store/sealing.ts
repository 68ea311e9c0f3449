import type { Sealed } from './database';

const name = 'AES-GCM';

/** Never leaves the browser's own store: what a page can do with it is seal and open. */
export const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name, length: 256 }, false, ['encrypt', 'decrypt']);

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** @param place what the bytes are: opened as something else they fail */
export async function seal(key: CryptoKey, place: string, data: BufferSource): Promise<Sealed> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  return { iv, data: await crypto.subtle.encrypt({ name, iv, additionalData: bytesOf(place) }, key, data) };
}

/** @throws DOMException `OperationError` for other bytes, another place or another key */
export const unseal = (key: CryptoKey, place: string, { iv, data }: Sealed): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt({ name, iv, additionalData: bytesOf(place) }, key, data);

export const sealJson = (key: CryptoKey, place: string, value: unknown): Promise<Sealed> => seal(key, place, bytesOf(JSON.stringify(value)));

export const unsealJson = async <Value>(key: CryptoKey, place: string, sealed: Sealed): Promise<Value> =>
  JSON.parse(new TextDecoder().decode(await unseal(key, place, sealed))) as Value;

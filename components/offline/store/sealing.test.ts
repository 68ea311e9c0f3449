import { expect, test } from 'vitest';
import { decrypt, decryptJson, encrypt, encryptJson, generateKey } from './lessons';

const plain = new TextEncoder().encode('moof segment of a lesson');
const toText = (data: ArrayBuffer) => Buffer.from(data).toString('latin1');

test('stored data does not reveal the lesson, and the key cannot be exported [N18, X35]', async () => {
  const key = await generateKey();
  const sealed = await encrypt(key, 'a/0', plain);
  expect(toText(sealed.data)).not.toContain('segment');
  expect(Buffer.from(await decrypt(key, 'a/0', sealed)).equals(Buffer.from(plain))).toBe(true);
  expect(toText((await encrypt(key, 'a/0', plain)).data)).not.toBe(toText(sealed.data));
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  expect(await decryptJson(key, 'a', await encryptJson(key, 'a', { name: 'أهلًا' }))).toEqual({ name: 'أهلًا' });
});

test('another key, another place or changed bytes cannot be decrypted [N18, X35]', async () => {
  const key = await generateKey();
  const sealed = await encrypt(key, 'a/0', plain);
  await expect(decrypt(await generateKey(), 'a/0', sealed)).rejects.toThrow();
  await expect(decrypt(key, 'b/0', sealed)).rejects.toThrow();
  const changed = new Uint8Array(sealed.data.slice(0));
  changed[0]! ^= 1;
  await expect(decrypt(key, 'a/0', { ...sealed, data: changed.buffer })).rejects.toThrow();
});

import { expect, test } from 'vitest';
import { newKey, seal, sealJson, unseal, unsealJson } from './sealing';

const plain = new TextEncoder().encode('moof segment of a lesson');
const textOf = (data: ArrayBuffer) => Buffer.from(data).toString('latin1');

test('N18 X35 what is stored shows nothing of the lesson, and the key cannot be read out', async () => {
  const key = await newKey();
  const sealed = await seal(key, 'a/0', plain);
  expect(textOf(sealed.data)).not.toContain('segment');
  expect(Buffer.from(await unseal(key, 'a/0', sealed)).equals(Buffer.from(plain))).toBe(true);
  expect(textOf((await seal(key, 'a/0', plain)).data)).not.toBe(textOf(sealed.data));
  await expect(crypto.subtle.exportKey('raw', key)).rejects.toThrow();
  expect(await unsealJson(key, 'a', await sealJson(key, 'a', { name: 'أهلًا' }))).toEqual({ name: 'أهلًا' });
});

test('N18 X35 another key, another place and changed bytes open nothing', async () => {
  const key = await newKey();
  const sealed = await seal(key, 'a/0', plain);
  await expect(unseal(await newKey(), 'a/0', sealed)).rejects.toThrow();
  await expect(unseal(key, 'b/0', sealed)).rejects.toThrow();
  const changed = new Uint8Array(sealed.data.slice(0));
  changed[0]! ^= 1;
  await expect(unseal(key, 'a/0', { ...sealed, data: changed.buffer })).rejects.toThrow();
});

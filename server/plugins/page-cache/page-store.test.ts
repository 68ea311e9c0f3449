import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { storeResponse } from '@/server/rendering/stored-response';
import { type CachedPage, PageStore } from './page-store';

async function storePage(key: string, ...tags: string[]): Promise<CachedPage> {
  const stored = await storeResponse({
    status: 200,
    headers: { 'content-type': 'text/html' },
    body: Buffer.from(randomBytes(1_000).toString('hex')),
  });
  return { ...stored, key, tags, staleSinceMs: null };
}

test('stored bytes are limited, and the page unused for longest is dropped first [A5]', async () => {
  const store = new PageStore(20_000);
  for (let count = 0; count < 8; count += 1) {
    store.set(await storePage(`/${count}`), store.generation);
    store.get('/0');
  }
  expect([store.count > 1, store.count < 8, store.bytes <= 20_000]).toEqual([true, true, true]);
  expect([store.get('/0')?.key, store.get('/7')?.key, store.get('/1')]).toEqual(['/0', '/7', undefined]);
});

test('long queries count towards the limit, because a visitor can send many [A5, X53]', async () => {
  const store = new PageStore(100_000);
  for (let count = 0; count < 20; count += 1)
    store.set(await storePage(`/en/search?q=${count}${'x'.repeat(15_000)}`), store.generation);
  expect(store.count).toBeLessThan(7);
});

test('a tag makes its pages stale, `*` all of them, and a purge removes them [O7]', async () => {
  const store = new PageStore(1_000_000);
  store.set(await storePage('/a', 'articles'), store.generation);
  store.set(await storePage('/p', 'products'), store.generation);
  store.invalidate(['articles'], false, 5);
  expect([store.get('/a')?.staleSinceMs, store.get('/p')?.staleSinceMs]).toEqual([5, null]);
  store.invalidate(['*'], false, 9);
  expect([store.get('/a')?.staleSinceMs, store.get('/p')?.staleSinceMs]).toEqual([5, 9]);
  store.invalidate(['products'], true, 10);
  expect([store.get('/a')?.key, store.get('/p'), store.count]).toEqual(['/a', undefined, 1]);
});

test('a page rendered before a change is not stored after it [O7]', async () => {
  const store = new PageStore(1_000_000);
  const { generation } = store;
  store.invalidate(['articles'], false, 1);
  store.set(await storePage('/a', 'articles'), generation);
  expect(store.get('/a')).toBeUndefined();
  store.set(await storePage('/a', 'articles'), store.generation);
  expect(store.get('/a')?.key).toBe('/a');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStorage, refuseStorage } from '@/tests/support/storage';
import type * as Stored from './browser-storage';

let stored: typeof Stored;

beforeEach(async () => {
  vi.resetModules();
  stored = await import('./browser-storage');
});
afterEach(() => vi.unstubAllGlobals());

test('stored values can be read, listed and removed [B14, L4]', () => {
  vi.stubGlobal('localStorage', createMemoryStorage({ other: '1' }));
  expect(stored.writeStorage('a', '{"b":2}')).toBe(true);
  expect([stored.readStorage('a'), stored.readStoredJson('a'), stored.storedKeys()]).toEqual([
    '{"b":2}',
    { b: 2 },
    ['other', 'a'],
  ]);
  stored.removeFromStorage('a');
  expect([stored.readStorage('a'), stored.readStoredJson('a'), stored.storedKeys()]).toEqual([null, null, ['other']]);
});

test('a value that is not JSON counts as missing [B14, L4]', () => {
  vi.stubGlobal('localStorage', createMemoryStorage({ broken: '{broken' }));
  expect(stored.readStoredJson('broken')).toBeNull();
});

test('values are kept as long as the page in a browser that blocks storage [B14, L4, N14]', () => {
  refuseStorage();
  expect([stored.readStorage('a'), stored.readStoredJson('a'), stored.storedKeys()]).toEqual([null, null, []]);
  expect(stored.writeStorage('a', '1')).toBe(false);
  expect([stored.readStorage('a'), stored.storedKeys()]).toEqual(['1', ['a']]);
  stored.removeFromStorage('a');
  expect(stored.readStorage('a')).toBeNull();
});

test('a value that does not fit into full storage is used on this page until one can be stored [B14, L4]', () => {
  const storage = createMemoryStorage({ a: 'old' });
  vi.stubGlobal('localStorage', storage);
  const full = vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect([stored.writeStorage('a', 'new'), stored.readStorage('a')]).toEqual([false, 'new']);
  full.mockRestore();
  expect([stored.writeStorage('a', 'newer'), stored.readStorage('a'), storage.getItem('a')]).toEqual([
    true,
    'newer',
    'newer',
  ]);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage, refuseStorage } from '@/lib/testing/storage';
import type * as Stored from './browser-storage';

let stored: typeof Stored;

beforeEach(async () => {
  vi.resetModules();
  stored = await import('./browser-storage');
});
afterEach(() => vi.unstubAllGlobals());

test('B14 L4 what is stored is read again, and its names are known', () => {
  vi.stubGlobal('localStorage', memoryStorage({ other: '1' }));
  expect(stored.writeStored('a', '{"b":2}')).toBe(true);
  expect([stored.readStored('a'), stored.readStoredJson('a'), stored.storedKeys()]).toEqual(['{"b":2}', { b: 2 }, ['other', 'a']]);
  stored.removeStored('a');
  expect([stored.readStored('a'), stored.readStoredJson('a'), stored.storedKeys()]).toEqual([null, null, ['other']]);
});

test('B14 L4 what is no JSON counts as nothing', () => {
  vi.stubGlobal('localStorage', memoryStorage({ broken: '{broken' }));
  expect(stored.readStoredJson('broken')).toBeNull();
});

test('B14 L4 N14 a browser that refuses its storage keeps what is written as long as the page', () => {
  refuseStorage();
  expect([stored.readStored('a'), stored.readStoredJson('a'), stored.storedKeys()]).toEqual([null, null, []]);
  expect(stored.writeStored('a', '1')).toBe(false);
  expect([stored.readStored('a'), stored.storedKeys()]).toEqual(['1', ['a']]);
  stored.removeStored('a');
  expect(stored.readStored('a')).toBeNull();
});

test('B14 L4 a full storage: the new value counts on this page, until one is stored', () => {
  const storage = memoryStorage({ a: 'old' });
  vi.stubGlobal('localStorage', storage);
  const full = vi.spyOn(storage, 'setItem').mockImplementation(() => { throw new DOMException('full', 'QuotaExceededError'); });
  expect([stored.writeStored('a', 'new'), stored.readStored('a')]).toEqual([false, 'new']);
  full.mockRestore();
  expect([stored.writeStored('a', 'newer'), stored.readStored('a'), storage.getItem('a')]).toEqual([true, 'newer', 'newer']);
});

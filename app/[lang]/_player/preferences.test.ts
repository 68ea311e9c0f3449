import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPreferences } from './preferences';

const store = new Map<string, string>();

beforeEach(() => {
  store.clear();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', { getItem: (key: string) => store.get(key) ?? null });
});
afterEach(() => vi.unstubAllGlobals());

test('L3 L9 captions are on where the page\'s language is not spoken, and always where nobody speaks', () => {
  expect(readPreferences('ar', 'ar').captions).toBeNull();
  expect(readPreferences('ar', 'en').captions).toBe('ar');
  expect(readPreferences('de', 'ar').captions).toBe('de');
  expect(readPreferences('ar', null).captions).toBe('ar');
});

test('L3 captions stay off, or in another language, for whoever chose so', () => {
  store.set('player', JSON.stringify({ captions: null }));
  expect(readPreferences('ar', null).captions).toBeNull();
  store.set('player', JSON.stringify({ captions: 'en' }));
  expect(readPreferences('ar', null).captions).toBe('en');
});

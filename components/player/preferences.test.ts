import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readPreferences, storePreferences } from './preferences';

const store = new Map<string, string>();

beforeEach(() => {
  store.clear();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('captions are on if the page’s language is not spoken, and always without a voice-over [L3, L9]', () => {
  expect(readPreferences('ar', 'ar').captions).toBeNull();
  expect(readPreferences('ar', 'en').captions).toBe('ar');
  expect(readPreferences('de', 'ar').captions).toBe('de');
  expect(readPreferences('ar', null).captions).toBe('ar');
});

test('a learner’s choice of no captions or another language is kept [L3]', () => {
  store.set('player', JSON.stringify({ captions: null }));
  expect(readPreferences('ar', null).captions).toBeNull();
  store.set('player', JSON.stringify({ captions: 'en' }));
  expect(readPreferences('ar', null).captions).toBe('en');
});

test('only explicit choices are stored; the rest follows the network and the lesson [L3, L7, L9]', () => {
  vi.stubGlobal('navigator', { connection: { effectiveType: '2g' } });
  expect(readPreferences('ar', 'ar').quality).toBe('saver');
  storePreferences({ volume: 0.5 });
  storePreferences({ speed: 1.5 });
  vi.stubGlobal('navigator', {});
  expect(readPreferences('ar', 'en')).toEqual({
    quality: 'auto',
    speed: 1.5,
    captions: 'ar',
    volume: 0.5,
    shortcuts: true,
  });
  expect(JSON.parse(store.get('player')!)).toEqual({ volume: 0.5, speed: 1.5 });
});

test('broken stored preferences are replaced [L3]', () => {
  for (const broken of ['{broken', 'null']) {
    store.set('player', broken);
    expect(readPreferences('ar', 'en').captions).toBe('ar');
    storePreferences({ captions: null });
    expect(readPreferences('ar', 'en').captions).toBeNull();
  }
});

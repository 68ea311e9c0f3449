import { expect, test } from 'vitest';
import { countSearchVisit, takeSearchVisits } from './shared-state';

const isCounted = (referer: string): boolean => {
  countSearchVisit('ar', referer);
  return takeSearchVisits().size > 0;
};

test('recognises a search engine by its host, and no lookalikes [O6]', () => {
  const engines = [
    'https://www.google.com/',
    'https://www.google.com.eg/',
    'https://google.de',
    'https://www.bing.com/search',
    'https://eg.search.yahoo.com/',
    'https://duckduckgo.com/',
    'https://search.brave.com/',
    'https://yandex.com.tr/',
    'android-app://com.google.android.googlequicksearchbox/',
  ];
  const others = [
    'https://mail.google.com/',
    'https://www.google.com.evil.example/',
    'https://example.org/?from=https://www.google.com/',
    'https://notgoogle.com/',
    'https://midan.example/ar/home',
    '',
  ];
  expect(engines.filter((referer) => !isCounted(referer))).toEqual([]);
  expect(others.filter(isCounted)).toEqual([]);
});

test('counts search visits by language, and ignores unknown languages [O6]', () => {
  for (const lang of ['ar', 'ar', 'en', 'xx', '_next', 'arx', undefined])
    countSearchVisit(lang, 'https://www.google.com/');
  countSearchVisit('ar', undefined);
  countSearchVisit('ar', 'https://midan.example/');
  expect([...takeSearchVisits()]).toEqual([
    ['ar', 2],
    ['en', 1],
  ]);
  expect([...takeSearchVisits()]).toEqual([]);
});

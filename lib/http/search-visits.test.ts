import { expect, test } from 'vitest';
import { isSearchEngine, SearchVisits } from '@/lib/http/search-visits';
import { startFront } from '@/lib/testing/front-under-test';

test('O6 a search engine is known by its host, and nothing that only looks like one', () => {
  const engines = ['https://www.google.com/', 'https://www.google.com.eg/', 'https://google.de', 'https://www.bing.com/search', 'https://eg.search.yahoo.com/', 'https://duckduckgo.com/', 'https://search.brave.com/', 'https://yandex.com.tr/', 'android-app://com.google.android.googlequicksearchbox/'];
  const others = ['https://mail.google.com/', 'https://www.google.com.evil.example/', 'https://example.org/?from=https://www.google.com/', 'https://notgoogle.com/', 'https://midan.example/ar/home', ''];
  expect(engines.filter((referer) => !isSearchEngine(referer))).toEqual([]);
  expect(others.filter(isSearchEngine)).toEqual([]);
});

test('O6 pages are counted by language, once each, and what is no page is not', () => {
  const visits = new SearchVisits(['ar', 'en', 'de']);
  for (const url of ['/ar/home', '/ar/articles/x?utm=1', '/en/home', '/fr/home', '/_next/static/x.js', '/arx', '/']) visits.see(url, 'https://www.google.com/');
  visits.see('/ar/home', undefined);
  visits.see('/ar/home', 'https://midan.example/');
  expect([...visits.take()]).toEqual([['ar', 2], ['en', 1]]);
  expect([...visits.take()]).toEqual([]);
});

test('O6 a visit from search is counted on a kept page too', async () => {
  const site = await startFront(async (_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<html>home</html>');
  });
  const referer = 'https://www.google.com/';
  for (let visit = 0; visit < 3; visit += 1) expect((await site.ask('/ar/home', { headers: { referer } })).status).toBe(200);
  await site.ask('/ar/home', { headers: { referer, rsc: '1' } });
  await site.ask('/ar/home');
  expect([...site.front.parts.searchVisits.take()]).toEqual([['ar', 3]]);
  await site.close();
});

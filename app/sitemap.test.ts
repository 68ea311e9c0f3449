import { beforeAll, expect, test } from 'vitest';
import { shareContent } from '@/app/assets/share/[...path]/page-picture';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { db } from '@/lib/database/client';
import { isLanguage } from '@/lib/language';
import { syncQuizzes } from '@/lib/quizzes/quiz';
import { resetDatabase } from '@/tests/support/database';
import robots from './robots';
import sitemap from './sitemap';

beforeAll(async () => {
  await resetDatabase();
  await syncCatalogue();
  await syncQuizzes();
});

test('each page in the sitemap and its translations link to each other [A2, A5]', async () => {
  const entries = await sitemap();
  const byUrl = new Map(entries.map((entry) => [entry.url, entry]));
  expect(byUrl.size).toBe(entries.length);
  for (const { url, alternates } of entries) {
    const others = Object.values(alternates?.languages ?? {});
    for (const other of others)
      expect(Object.values(byUrl.get(String(other))?.alternates?.languages ?? {}), url).toContain(url);
  }
  expect(byUrl.has('http://localhost:3000/ar/details/service-page/build/web-development')).toBe(true);
  expect(byUrl.has('http://localhost:3000/de/work/delta-citrus')).toBe(true);
  expect(byUrl.has('http://localhost:3000/de/policy')).toBe(false);
});

test('each page in the sitemap has a share image [A5, B11]', async () => {
  for (const { url } of await sitemap()) {
    const [lang = '', ...page] = new URL(url).pathname.slice(1).split('/').map(decodeURIComponent);
    expect([url, isLanguage(lang) && (await shareContent(lang, page))]).toEqual([
      url,
      expect.objectContaining({ title: expect.stringMatching(/\S/) as string }),
    ]);
  }
});

test('the placement tests page is listed only while a test is published [A5, L5]', async () => {
  const isNamed = async () => (await sitemap()).some(({ url }) => url.endsWith('/ar/level-test'));
  expect(await isNamed()).toBe(true);
  await (await db()).quiz.updateMany({ data: { published: false } });
  expect(await isNamed()).toBe(false);
});

test('robots.txt excludes personal pages, but not course descriptions and the styles of public pages [G1, A8]', () => {
  const { allow, disallow } = robots().rules as { allow: string[]; disallow: string[] };
  expect(allow).toEqual(expect.arrayContaining(['/api/preview/', '/api/header-tabs.css']));
  for (const path of ['/ar/profile', '/de/admin', '/en/course/', '/ar/login', '/api/', '/auth/'])
    expect(disallow).toContain(path);
  expect(disallow).toHaveLength(new Set(disallow).size);
  expect(disallow.some((path) => '/ar/details/course-page/courses-data/x'.startsWith(path))).toBe(false);
});

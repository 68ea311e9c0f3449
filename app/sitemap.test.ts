import { beforeAll, expect, test } from 'vitest';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { syncQuizzes } from '@/lib/courses/quizzes/sync-quizzes';
import { db } from '@/lib/database/client';
import { isLanguage } from '@/lib/language';
import { freshDatabase } from '@/lib/testing/database';
import { shareContent } from './assets/share/[...path]/share-content';
import robots from './robots';
import sitemap from './sitemap';

beforeAll(async () => {
  await freshDatabase();
  await syncCatalogue();
  await syncQuizzes();
});

test('A2 A5 every page of the sitemap names its other languages, and they name it', async () => {
  const entries = await sitemap();
  const byUrl = new Map(entries.map((entry) => [entry.url, entry]));
  expect(byUrl.size).toBe(entries.length);
  for (const { url, alternates } of entries) {
    const others = Object.values(alternates?.languages ?? {});
    for (const other of others) expect(Object.values(byUrl.get(String(other))?.alternates?.languages ?? {}), url).toContain(url);
  }
  expect(byUrl.has('http://localhost:3000/ar/details/service-page/build/web-development')).toBe(true);
  expect(byUrl.has('http://localhost:3000/de/work/delta-citrus')).toBe(true);
  expect(byUrl.has('http://localhost:3000/de/policy')).toBe(false);
});

test('A5 B11 every page of the sitemap has a picture for when it is shared', async () => {
  for (const { url } of await sitemap()) {
    const [lang = '', ...page] = new URL(url).pathname.slice(1).split('/').map(decodeURIComponent);
    expect([url, isLanguage(lang) && (await shareContent(lang, page))]).toEqual([url, expect.objectContaining({ title: expect.stringMatching(/\S/) as string })]);
  }
});

test('A5 L5 the page of placement tests is named while there is one', async () => {
  const isNamed = async () => (await sitemap()).some(({ url }) => url.endsWith('/ar/level-test'));
  expect(await isNamed()).toBe(true);
  await (await db()).quiz.updateMany({ data: { published: false } });
  expect(await isNamed()).toBe(false);
});

test('G1 A8 robots are excluded from pages of one person, not from course descriptions', () => {
  const { allow, disallow } = robots().rules as { allow: string[]; disallow: string[] };
  expect(allow).toContain('/api/preview/');
  for (const path of ['/ar/profile', '/de/admin', '/en/course/', '/ar/login', '/api/', '/auth/']) expect(disallow).toContain(path);
  expect(disallow).toHaveLength(new Set(disallow).size);
  expect(disallow.some((path) => '/ar/details/course-page/courses-data/x'.startsWith(path))).toBe(false);
});

import { beforeEach, expect, it } from 'vitest';
import { findArticle, listArticles, listArticlesForSitemap, listCategories } from '@/lib/articles/articles';
import { renderArticleFeed } from '@/lib/articles/feed';
import { invalidateArticles, saveArticle } from '@/lib/articles/save-article';
import { countView } from '@/lib/articles/views';
import { onInvalidate } from '@/lib/cache/invalidate';
import { transaction } from '@/lib/database/client';
import { resetDatabase } from '@/tests/support/database';
import { hasScheduledArticles, publishScheduledArticles } from './all-jobs';

const hour = new Date('2026-11-22T09:00:00Z');
const at = (seconds: number) => new Date(hour.getTime() + seconds * 1000);
const reader = { sessionId: 's', ip: '10.0.0.1', userAgent: 'Mozilla/5.0' };

beforeEach(async () => {
  await resetDatabase();
  await transaction((tx) =>
    saveArticle(tx, {
      id: 'at-nine',
      category: 'news',
      imageUrl: null,
      published: true,
      publishedAt: hour,
      texts: {
        ar: { title: 'مقال الموعد', description: 'يظهر في موعده لا قبله بثانية', category: 'أخبار', html: '<p>نص</p>' },
      },
    }),
  );
  invalidateArticles();
});

async function readSeen(now: Date): Promise<boolean[]> {
  invalidateArticles();
  const question = { lang: 'ar', page: 1, pageSize: 9, now } as const;
  return [
    (await listArticles(question)).total > 0,
    (await listArticles({ ...question, q: 'الموعد' })).articles.length > 0,
    (await listCategories('ar', now)).length > 0,
    (await renderArticleFeed('ar', now)).includes('at-nine'),
    (await listArticlesForSitemap(now)).length > 0,
    (await findArticle('at-nine', 'ar', now)) !== null,
    await countView('at-nine', reader, now),
  ];
}

it('a scheduled article is absent from lists, search, counts, feed, sitemap and its address until its time [N8]', async () => {
  expect(await readSeen(at(-1))).toEqual(Array(7).fill(false));
  expect(await readSeen(at(0))).toEqual(Array(7).fill(true));
});

it('invalidates cached pages when an article is due, even if the database was down then [N8]', async () => {
  const tags: string[] = [];
  const stop = onInvalidate((heard) => tags.push(...heard.tags));
  expect(await hasScheduledArticles(at(-30))).toBe(false);
  expect(await hasScheduledArticles(at(10))).toBe(true);
  expect(await publishScheduledArticles(at(10))).toEqual(['at-nine']);
  expect(tags).toEqual(expect.arrayContaining(['articles', 'article:at-nine']));
  stop();
  expect(await hasScheduledArticles(at(600))).toBe(false);
});

it('a job delayed by an hour also publishes what was due in that hour [N8]', async () => {
  expect(await hasScheduledArticles(at(-3600))).toBe(false);
  expect(await publishScheduledArticles(at(3600))).toEqual(['at-nine']);
});

import { beforeEach, expect, it } from 'vitest';
import { countView } from '@/lib/blog/count-view';
import { listCategories } from '@/lib/blog/counts';
import { articleFeed } from '@/lib/blog/feed';
import { findArticle } from '@/lib/blog/find-article';
import { listArticleAddresses } from '@/lib/blog/list-addresses';
import { listArticles } from '@/lib/blog/list-articles';
import { articlesChanged, saveArticle } from '@/lib/blog/save-article';
import { onInvalidate } from '@/lib/cache/invalidate';
import { transaction } from '@/lib/database/client';
import { freshDatabase } from '@/lib/testing/database';
import { hasScheduledArticles, publishScheduledArticles } from './scheduled-articles';

const hour = new Date('2026-11-22T09:00:00Z');
const at = (seconds: number) => new Date(hour.getTime() + seconds * 1000);
const reader = { sessionId: 's', address: '10.0.0.1', userAgent: 'Mozilla/5.0' };

beforeEach(async () => {
  await freshDatabase();
  await transaction((tx) => saveArticle(tx, {
    id: 'at-nine', category: 'news', imageUrl: null, published: true, publishedAt: hour,
    texts: { ar: { title: 'مقال الموعد', description: 'يظهر في موعده لا قبله بثانية', category: 'أخبار', html: '<p>نص</p>' } },
  }));
  articlesChanged();
});

/** Everywhere that a reader could learn of the article. */
async function seen(now: Date): Promise<boolean[]> {
  articlesChanged();
  const question = { lang: 'ar', page: 1, pageSize: 9, now } as const;
  return [
    (await listArticles(question)).total > 0, (await listArticles({ ...question, q: 'الموعد' })).articles.length > 0, (await listCategories('ar', now)).length > 0,
    (await articleFeed('ar', now)).includes('at-nine'), (await listArticleAddresses(now)).length > 0, (await findArticle('at-nine', 'ar', now)) !== null, await countView('at-nine', reader, now),
  ];
}

it('N8 a scheduled article is in no list, search, count, feed, sitemap or address before its time, and in all of them from it on', async () => {
  expect(await seen(at(-1))).toEqual(Array(7).fill(false));
  expect(await seen(at(0))).toEqual(Array(7).fill(true));
});

it('N8 at its time cached pages are made anew, also when the database was away then', async () => {
  const tags: string[] = [];
  const stop = onInvalidate((heard) => tags.push(...heard.tags));
  expect(await hasScheduledArticles(at(-30))).toBe(false);
  expect(await hasScheduledArticles(at(10))).toBe(true);
  expect(await publishScheduledArticles(at(10))).toEqual(['at-nine']);
  expect(tags).toEqual(expect.arrayContaining(['articles', 'article:at-nine']));
  stop();
  expect(await hasScheduledArticles(at(600))).toBe(false);
});

it('N8 a job that could not look for an hour looks back that far', async () => {
  expect(await hasScheduledArticles(at(-3600))).toBe(false);
  expect(await publishScheduledArticles(at(3600))).toEqual(['at-nine']);
});

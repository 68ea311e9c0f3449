import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as cache from '@/lib/cache/invalidate';
import { type Invalidation, onInvalidate } from '@/lib/cache/invalidate';
import { transaction } from '@/lib/database/client';
import { resetDatabase } from '@/tests/support/database';
import {
  type ArticleInput,
  findArticle,
  findMovedArticle,
  listArticles,
  listCategories,
  listNewestArticles,
} from './articles';
import { renderArticleFeed } from './feed';
import { invalidateArticles, moveArticle, saveArticle } from './save-article';
import { countView } from './views';

const now = new Date('2026-11-21T10:00:00Z');
const buildText = (title: string, category: string, html = '<p>نص</p>') => ({
  title,
  category,
  html,
  description: `${title}: وصف المقال بما يكفي`,
});

function buildArticle(id: string, day: number, more: Partial<ArticleInput> = {}): ArticleInput {
  return {
    id,
    category: 'web',
    imageUrl: null,
    publishedAt: new Date(Date.UTC(2026, 9, day)),
    published: true,
    texts: { ar: buildText(`عنوان ${id}`, 'مواقع'), en: buildText(`Title ${id}`, 'Websites') },
    ...more,
  };
}

async function save(...articles: ArticleInput[]) {
  for (const each of articles) await transaction((tx) => saveArticle(tx, each));
  invalidateArticles(...articles.map(({ id }) => id));
}

const list = (question: Partial<Parameters<typeof listArticles>[0]>) =>
  listArticles({ lang: 'ar', page: 1, pageSize: 20, now, ...question });
const listIds = async (question: Partial<Parameters<typeof listArticles>[0]>) =>
  (await list(question)).articles.map(({ blogId }) => blogId);

beforeEach(async () => {
  await resetDatabase();
  invalidateArticles();
});

describe('the list', () => {
  it('shows the newest first, a page at a time, in the requested language [C11, S4]', async () => {
    await save(
      buildArticle('one', 1),
      buildArticle('two', 2),
      buildArticle('three', 3),
      buildArticle('only-english', 4, { texts: { en: buildText('Only English', 'Websites') } }),
    );
    expect(await listIds({})).toEqual(['three', 'two', 'one']);
    const second = await list({ lang: 'en', page: 2, pageSize: 3 });
    expect([second.total, second.articles.map(({ blogId }) => blogId)]).toEqual([4, ['one']]);
    expect(await listIds({ lang: 'de' })).toEqual([]);
  });

  it('the newest articles, as an article’s page and the feed show them, are read without counting all [A6]', async () => {
    await save(
      buildArticle('one', 1),
      buildArticle('two', 2),
      buildArticle('later', 30, { publishedAt: new Date('2026-12-01') }),
    );
    const counted = vi.spyOn(cache, 'memoizeUntilInvalidated');
    const newest = await listNewestArticles('ar', 2, now);
    await renderArticleFeed('ar', now);
    expect(counted.mock.calls.filter(([key]) => key.startsWith('topics'))).toEqual([]);
    expect(newest).toEqual((await list({ pageSize: 2 })).articles);
    expect(newest.map(({ blogId }) => blogId)).toEqual(['two', 'one']);
  });

  it('shows the reading time at the language’s reading speed, in the list and in the article [C11, C12]', async () => {
    const html = `<h2>${'word '.repeat(56)}</h2><p class="a b c">${'word '.repeat(400)}</p>`;
    await save(
      buildArticle('long', 1, {
        texts: { ar: buildText('طويل', 'مواقع', html), en: buildText('Long', 'Websites', html) },
      }),
      buildArticle('short', 2),
    );
    expect((await list({})).articles.map(({ readingMinutes }) => readingMinutes)).toEqual([1, 3]);
    expect((await list({ lang: 'en' })).articles.at(-1)?.readingMinutes).toBe(2);
    expect((await findArticle('long', 'en', now))?.readingMinutes).toBe(2);
  });

  it('hides articles that are unpublished or not yet due [O8]', async () => {
    await save(
      buildArticle('later', 1, { publishedAt: new Date('2026-11-22T00:00:00Z') }),
      buildArticle('draft', 2, { published: false }),
      buildArticle('shown', 3),
    );
    expect(await listIds({})).toEqual(['shown']);
    expect(await findArticle('later', 'ar', now)).toBeNull();
    expect((await findArticle('later', 'ar', new Date('2026-11-22T00:00:01Z')))?.blogId).toBe('later');
    expect(await findArticle('draft', 'ar', now)).toBeNull();
  });

  it('filters by the key or the name of a topic [C11]', async () => {
    await save(
      buildArticle('site', 1),
      buildArticle('shop', 2, { category: 'trade', texts: { ar: buildText('متجر', 'تجارة') } }),
    );
    expect(await listIds({ category: 'تجارة' })).toEqual(['shop']);
    expect(await listIds({ category: 'web' })).toEqual(['site']);
    expect(await list({ category: 'nothing' })).toMatchObject({ articles: [], total: 0 });
    expect((await listCategories('ar', now)).map(({ key, count }) => [key, count])).toEqual([
      ['trade', 1],
      ['web', 1],
    ]);
  });

  it('a topic with two wordings lists all its articles, and a wording shared by two topics finds both [C11, S4]', async () => {
    const buildArticleWithTexts = (id: string, day: number, category: string, label: string) =>
      buildArticle(id, day, { category, texts: { ar: buildText(`عنوان ${id}`, label) } });
    await save(
      buildArticleWithTexts('one', 1, 'web', 'مواقع'),
      buildArticleWithTexts('two', 2, 'web', 'المواقع'),
      buildArticleWithTexts('three', 3, 'web', 'المواقع'),
      buildArticleWithTexts('four', 4, 'trade', 'مواقع'),
    );
    expect((await listCategories('ar', now)).map(({ key, label, count }) => [key, label, count])).toEqual([
      ['web', 'المواقع', 3],
      ['trade', 'مواقع', 1],
    ]);
    const second = await list({ category: 'web', page: 2, pageSize: 2 });
    expect([second.total, second.articles.map(({ blogId }) => blogId)]).toEqual([3, ['one']]);
    expect(await list({ category: 'المواقع' })).toMatchObject({
      total: 3,
      articles: [{ blogId: 'three' }, { blogId: 'two' }, { blogId: 'one' }],
    });
    expect(await list({ category: 'مواقع' })).toMatchObject({
      total: 4,
      articles: [{ blogId: 'four' }, { blogId: 'three' }, { blogId: 'two' }, { blogId: 'one' }],
    });
    expect(await list({ category: 'web', q: 'عنوان' })).toMatchObject({ total: 3 });
  });
});

describe('the search', () => {
  const countFound = async (q: string) => (await list({ q })).total;

  it('folds alef, ta marbuta, alef maqsura, hamza, tashkeel, tatweel and digits [C11]', async () => {
    await save(
      buildArticle('folded', 1, {
        texts: { ar: buildText('إدارةُ المتجر الإلكترونيّ', 'مواقع', '<p>على مستوى ٢٠٢٦ مســؤول</p>') },
      }),
    );
    for (const q of [
      'ادارة',
      'اداره',
      'أدارة',
      'المتجر',
      'متجر',
      'الكتروني',
      'مستوي',
      '2026',
      '٢٠٢٦',
      'مسوول',
      'متجر ادارة',
    ]) {
      expect([q, await countFound(q)]).toEqual([q, 1]);
    }
    expect(await countFound('غير موجود')).toBe(0);
  });

  it('requires every word and treats no part of the query as syntax [C11]', async () => {
    await save(buildArticle('syntax', 1, { texts: { ar: buildText("Next.js: l'été über", 'مواقع') } }));
    expect(await countFound('ete uber')).toBe(1);
    expect(await countFound("été'; DROP TABLE | & ! :*")).toBe(0);
    expect(await countFound("' | & ! :* \\")).toBe(0);
  });
});

describe('one article', () => {
  it('names its author in the article, the feed and the search, or none if none is given [C12]', async () => {
    await save(
      buildArticle('signed', 1, { texts: { ar: { ...buildText('موقّع', 'مواقع'), author: 'نادية فاروق' } } }),
      buildArticle('unsigned', 2),
    );
    expect([
      (await findArticle('signed', 'ar', now))?.author,
      (await findArticle('unsigned', 'ar', now))?.author,
    ]).toEqual(['نادية فاروق', '']);
    expect((await renderArticleFeed('ar', now)).match(/<dc:creator>[^<]*/g)).toEqual(['<dc:creator>نادية فاروق']);
    expect(await listIds({ q: 'ناديه' })).toEqual(['signed']);
    await save(buildArticle('signed', 1));
    expect((await findArticle('signed', 'ar', now))?.author).toBe('');
  });

  it('is sanitised, whatever was written [C12]', async () => {
    const html =
      '<h2 onclick="x()">A</h2><script>x()</script><a href="javascript:x()">l</a><img src="https://evil.example/p.png"><svg onload="x()"></svg>';
    await save(buildArticle('safe', 1, { texts: { ar: buildText('آمن', 'مواقع', html) } }));
    expect((await findArticle('safe', 'ar', now))?.htmlContent).toBe('<h2>A</h2><a>l</a>');
  });

  it('lists the languages it is written in and is missing in the others [C12, B3]', async () => {
    await save(buildArticle('two-languages', 1));
    expect((await findArticle('two-languages', 'en', now))?.languages.sort()).toEqual(['ar', 'en']);
    expect(await findArticle('two-languages', 'de', now)).toBeNull();
  });

  it('is found behind what a chat program appended to its link, unless its address ends so [A15]', async () => {
    await save(buildArticle('first', 1), buildArticle('hidden', 2, { published: false }));
    await transaction((tx) => moveArticle(tx, 'first', 'second'));
    for (const end of ['.', ')', '،', '؟', ').', '"', '&utm_source=x'])
      expect([end, await findMovedArticle(`second${end}`, now)]).toEqual([end, 'second']);
    expect(await findMovedArticle('first.', now)).toBe('second');
    for (const id of ['hidden.', 'nothing.', '...']) expect([id, await findMovedArticle(id, now)]).toEqual([id, null]);
    await save(buildArticle('what-next؟', 3), buildArticle('what-next', 4));
    expect((await findArticle('what-next؟', 'ar', now))?.title).toBe('عنوان what-next؟');
  });

  it('is found at its old addresses after moving twice and back [A14]', async () => {
    await save(buildArticle('first', 1));
    await transaction((tx) => moveArticle(tx, 'first', 'second'));
    await transaction((tx) => moveArticle(tx, 'second', 'third'));
    expect([await findMovedArticle('first', now), await findMovedArticle('second', now)]).toEqual(['third', 'third']);
    expect((await findArticle('third', 'ar', now))?.title).toBe('عنوان first');
    await transaction((tx) => moveArticle(tx, 'third', 'first'));
    expect([await findMovedArticle('first', now), await findMovedArticle('third', now)]).toEqual([null, 'first']);
  });
});

describe('views', () => {
  const reader = { sessionId: null, ip: '192.0.2.1', userAgent: 'Mozilla/5.0 (Android 15) Firefox/140' };
  const readViews = async () => (await findArticle('read', 'ar', now))?.views;

  it('count a reader once a day, and a bot never [C12]', async () => {
    await save(buildArticle('read', 1));
    await countView('read', reader, now);
    await countView('read', reader, now);
    expect(await readViews()).toBe(1);
    await countView('read', { ...reader, ip: '192.0.2.2' }, now);
    await countView('read', { ...reader, sessionId: 'session' }, now);
    await countView('read', { ...reader, sessionId: 'session', ip: '192.0.2.9' }, now);
    expect(await readViews()).toBe(3);
    for (const userAgent of [
      'Mozilla/5.0 (compatible; Googlebot/2.1)',
      'facebookexternalhit/1.1',
      'WhatsApp/2.23',
      '',
    ]) {
      await countView('read', { ...reader, ip: '192.0.2.3', userAgent }, now);
    }
    expect(await readViews()).toBe(3);
    await countView('read', reader, new Date('2026-11-22T10:00:00Z'));
    expect(await readViews()).toBe(4);
    expect(await countView('nothing', reader, now)).toBe(false);
  });

  it('count only a few readers per IP address, whatever user agents they send [X23]', async () => {
    await save(buildArticle('read', 1));
    for (let each = 0; each < 60; each += 1)
      await countView('read', { ...reader, userAgent: `Mozilla/5.0 (${each}) Firefox/140` }, now);
    expect(await readViews()).toBe(4);
  });

  it('refresh the cached page once a minute and the API’s answer at most ten times [C12, X23]', async () => {
    await save(buildArticle('busy', 1));
    const drop = vi.fn<(invalidation: Invalidation) => void>();
    const unsubscribe = onInvalidate(drop);
    for (let each = 0; each < 30; each++) await countView('busy', { ...reader, ip: `192.0.2.${each}` }, now);
    unsubscribe();
    const countDrops = (tag: string) => drop.mock.calls.filter(([{ tags }]) => tags.includes(tag)).length;
    expect([countDrops('article:busy'), countDrops('views')]).toEqual([
      1,
      expect.toSatisfy((times: number) => times > 0 && times <= 10),
    ]);
  });
});

it('the feed is well-formed and escapes titles [S4]', async () => {
  await save(buildArticle('feed', 1, { texts: { en: buildText('A < B & "C"', 'Websites') } }));
  const xml = await renderArticleFeed('en', now);
  expect(xml).toContain('<title>A &lt; B &amp; &quot;C&quot;</title>');
  expect(xml).toContain('/en/articles/feed</link>');
  expect(xml).toContain('<title>Midan articles</title>');
});

import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { beforeEach, expect, test, vi } from 'vitest';
import ArticlePage from '@/app/[lang]/(site)/articles/[id]/page';
import ArticlesPage from '@/app/[lang]/(site)/articles/page';
import type { ArticleInput } from '@/lib/articles/articles';
import { invalidateArticles, saveArticle } from '@/lib/articles/save-article';
import { type PageContext, runInPageContext } from '@/lib/cache/page-context';
import { db, transaction } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language } from '@/lib/language';
import { resetDatabase } from '@/tests/support/database';

vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace?: string) => {
    const t = await loadTranslator('en');
    return (key: string, values?: Record<string, string>) => t(namespace ? `${namespace}.${key}` : key, values);
  },
}));
vi.mock('next/navigation', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  usePathname: () => '/en/articles',
  useRouter: () => ({}),
}));

const publishedAt = new Date('2026-10-01');

async function save(id: string, ...inLanguages: Language[]): Promise<void> {
  const texts = Object.fromEntries(
    inLanguages.map((lang) => [
      lang,
      { title: `Title ${id}`, category: 'Websites', html: '<p>Text</p>', description: `What ${id} says, at length` },
    ]),
  );
  await transaction((tx) =>
    saveArticle(tx, { id, category: 'web', imageUrl: null, publishedAt, published: true, texts } as ArticleInput),
  );
}

beforeEach(async () => {
  await resetDatabase();
  for (let number = 1; number <= 12; number += 1) await save(`article-${number}`, 'en');
  invalidateArticles();
});

async function open(page: () => Promise<ReactNode>) {
  const context: PageContext = { status: null, tags: new Set(), nonce: '' };
  const html = await runInPageContext(context, async () => {
    const { prelude } = await prerender(await page());
    return new Response(prelude as unknown as ReadableStream).text();
  });
  return {
    context,
    html,
    title: /<title>([^<]*)/.exec(html)?.[1],
    canonical: /rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    isIndexed: !html.includes('noindex'),
  };
}

const list = (search: Record<string, string>) =>
  open(() => ArticlesPage({ params: Promise.resolve({ lang: 'en' }), searchParams: Promise.resolve(search) }));
const openArticle = (lang: Language, id: string) => open(() => ArticlePage({ params: Promise.resolve({ lang, id }) }));
const countRows = (html: string) => html.match(/<h2/g)?.length;

test('the second page has its own indexed address and title, and no translations [C11, A5]', async () => {
  const [first, second] = [await list({ page: '1' }), await list({ page: '2' })];
  expect([first.canonical, first.title, first.isIndexed, countRows(first.html)]).toEqual([
    'http://localhost:3000/en/articles',
    'Articles',
    true,
    10,
  ]);
  expect([second.canonical, second.title, second.isIndexed, countRows(second.html)]).toEqual([
    'http://localhost:3000/en/articles?page=2',
    'Articles · Page 2 of 2',
    true,
    2,
  ]);
  expect([first.html.includes('hrefLang'), second.html.includes('hrefLang')]).toEqual([true, false]);
  expect(second.html).toContain('/assets/share/en/articles.png');
  const behind = await list({ page: '3' });
  expect([behind.context.status, behind.isIndexed, behind.title]).toEqual([404, false, 'Articles']);
  for (const search of [{ q: 'title' }, { category: 'web', page: '2' }] as Array<Record<string, string>>)
    expect((await list(search)).isIndexed, JSON.stringify(search)).toBe(false);
});

test('an invalid page number or a search that is too long is ignored, the other parameters are not [C11]', async () => {
  expect((await list({ q: 'article 12', page: 'two' })).html).toContain('value="article 12"');
  const second = await list({ q: 'x'.repeat(300), page: '2' });
  expect([second.canonical, countRows(second.html)]).toEqual(['http://localhost:3000/en/articles?page=2', 2]);
});

test('an article missing in a language answers 404, and the page links the languages that have it [B3, C12]', async () => {
  const { context, html } = await openArticle('de', 'article-1');
  expect([
    context.status,
    html.includes('href="/en/articles/article-1"'),
    html.includes('href="/ar/articles/article-1"'),
  ]).toEqual([404, true, false]);
  expect(html).toMatch(/<a[^>]*hrefLang="en"[^>]*rel="alternate"/);
  const nowhere = await openArticle('de', 'nothing');
  expect([nowhere.context.status, nowhere.html.includes('/articles/nothing"')]).toEqual([404, false]);
});

test('the list answers 503 and is not indexed while the database is down [R03]', async () => {
  vi.spyOn(await db(), '$queryRaw').mockRejectedValue(new Error('away'));
  const { context, isIndexed } = await list({ page: '2' });
  expect([context.status, isIndexed]).toEqual([503, false]);
  vi.restoreAllMocks();
});

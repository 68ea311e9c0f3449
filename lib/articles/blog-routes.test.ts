import { beforeEach, expect, it } from 'vitest';
import { GET as one } from '@/app/api/blog/[id]/route';
import { POST as view } from '@/app/api/blog/[id]/view/route';
import { GET as list } from '@/app/api/blogs/route';
import { transaction } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { resetDatabase } from '@/tests/support/database';
import { invalidateArticles, moveArticle, saveArticle } from './save-article';

const origin = 'http://localhost:3000';
const ask = (query: string, headers: Record<string, string> = {}) =>
  list(new Request(`${origin}/api/blogs${query}`, { headers }), { params: Promise.resolve({}) });
const fetchArticle = (id: string, lang: string) =>
  one(new Request(`${origin}/api/blog/${id}?lang=${lang}`), { params: Promise.resolve({ id }) });

beforeEach(async () => {
  await resetDatabase();
  for (const [index, id] of ['one', 'two', 'three'].entries()) {
    const text = {
      title: `Title ${id}`,
      category: 'Web',
      description: 'A description that is long enough',
      html: `<p>${id}</p>`,
    };
    const publishedAt = new Date(Date.UTC(2026, 1, index + 1));
    await transaction((tx) =>
      saveArticle(tx, {
        id,
        category: 'web',
        imageUrl: '/assets/midan/images/a.svg',
        publishedAt,
        published: true,
        texts: { en: text },
      }),
    );
  }
  invalidateArticles();
});

it('the list is a bare array, newest first, with its total and links to the neighbouring pages [S4, C11]', async () => {
  const response = await ask('?lang=en&page=2&pageSize=1');
  expect(await response.json()).toEqual([
    {
      blogId: 'two',
      title: 'Title two',
      description: 'A description that is long enough',
      imageUrl: '/assets/midan/images/a.svg',
      category: 'Web',
      views: 0,
      creationDate: '2026-02-02T00:00:00.000Z',
      htmlContent: '<p>two</p>',
    },
  ]);
  expect(response.headers.get('x-total-count')).toBe('3');
  expect(response.headers.get('link')).toBe(
    `<${origin}/api/blogs?lang=en&page=3&pageSize=1>; rel="next", <${origin}/api/blogs?lang=en&page=1&pageSize=1>; rel="prev"`,
  );
  expect((await ask('?lang=en&page=9&pageSize=1')).headers.get('link')).toBe(
    `<${origin}/api/blogs?lang=en&page=3&pageSize=1>; rel="prev"`,
  );
  expect(await (await ask('')).json()).toEqual([]);
});

const aPage = 'Eine Seitenzahl ist eine ganze Zahl ab 1.';

it.each([
  ['?lang=xx', `Wählen Sie einen dieser Werte: ${languages.join(', ')}.`],
  ['?page=0', aPage],
  ['?page=x', aPage],
  ['?page=1e2', aPage],
  ['?page=0x10', aPage],
  ['?page=1.5', aPage],
  ['?pageSize=101', 'Der Wert darf höchstens 100 sein.'],
  ['?pageSize=9999999', 'Der Wert darf höchstens 100 sein.'],
  ['?pageSize=0', 'Der Wert muss mindestens 1 sein.'],
  ['?pageSize=x', 'Schreiben Sie eine ganze Zahl in Ziffern.'],
])('%s is refused with 422 that names the field and the allowed values [S4]', async (query, message) => {
  const response = await ask(query, { 'accept-language': 'de' });
  expect(response.status).toBe(422);
  const field = /\?(\w+)/.exec(query)?.[1] ?? '';
  expect(((await response.json()) as { errors: object }).errors).toEqual({ [field]: [message] });
});

it('an article is 404 without a translation and 308 at its old address [S4, C12, A14]', async () => {
  expect(((await (await fetchArticle('one', 'en')).json()) as { blogId: string }).blogId).toBe('one');
  expect((await fetchArticle('one', 'de')).status).toBe(404);
  expect((await fetchArticle('nothing', 'en')).status).toBe(404);
  await transaction((tx) => moveArticle(tx, 'one', 'first'));
  const moved = await fetchArticle('one', 'en');
  expect([moved.status, moved.headers.get('location')]).toEqual([308, `${origin}/api/blog/first?lang=en`]);
});

it('reading an article counts no view; reporting the view counts once [C12, S4]', async () => {
  const send = (id: string) =>
    view(
      new Request(`${origin}/api/blog/${id}/view`, {
        method: 'POST',
        headers: { 'user-agent': 'Mozilla/5.0', 'x-client-address': '192.0.2.1' },
      }),
      { params: Promise.resolve({ id }) },
    );
  await fetchArticle('one', 'en');
  expect((await send('one')).status).toBe(204);
  await send('one');
  expect(((await (await fetchArticle('one', 'en')).json()) as { views: number }).views).toBe(1);
  expect((await send('nothing')).status).toBe(404);
});

import { prerender } from 'react-dom/static';
import { beforeEach, expect, test, vi } from 'vitest';
import LevelTestPage from '@/app/[lang]/(site)/level-test/[quiz]/page';
import LevelTestsPage from '@/app/[lang]/(site)/level-test/page';
import { syncCatalogue } from '@/lib/courses/catalogue/sync';
import { loadTranslator } from '@/lib/i18n/messages';
import { syncQuizzes } from '@/lib/quizzes/quiz';
import { resetDatabase } from '@/tests/support/database';

vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace?: string) => {
    const t = await loadTranslator('en');
    return Object.assign(
      (key: string, values?: Record<string, string>) => t(namespace ? `${namespace}.${key}` : key, values),
      { raw: (key: string) => key, rich: (key: string) => key },
    );
  },
}));

beforeEach(async () => {
  await resetDatabase();
  await syncCatalogue();
});

async function renderHtml(): Promise<string> {
  const { prelude } = await prerender(await LevelTestsPage({ params: Promise.resolve({ lang: 'en' }) }));
  return new Response(prelude as unknown as ReadableStream).text();
}

test('the page is not indexed without a placement test; with one it has a share image [L5, N16, A5]', async () => {
  expect(await renderHtml()).toContain('content="noindex"');
  await syncQuizzes();
  const shown = await renderHtml();
  expect([shown.includes('noindex'), shown.includes('/assets/share/en/level-test.png')]).toEqual([false, true]);
});

async function renderPage(query: Record<string, string>): Promise<string> {
  const { prelude } = await prerender(
    await LevelTestPage({
      params: Promise.resolve({ lang: 'en', quiz: 'level-web' }),
      searchParams: Promise.resolve(query),
    }),
  );
  return new Response(prelude as unknown as ReadableStream).text();
}

test('an unreadable number without JavaScript comes back as typed with an error instead of a result [L5, N16]', async () => {
  await syncQuizzes();
  const again = await renderPage({ 'answers.done': '1', 'answers.js-length': 'two' });
  expect(again).toContain('value="two"');
  expect(again.split('This could not be read as a number').length - 1).toBe(1);
  expect(again).toContain('Correct it or leave it empty');
  expect(again).not.toContain('How you answered');
  const result = await renderPage({ 'answers.done': '1', 'answers.js-length': '2 elements' });
  expect([result.includes('How you answered'), result.includes('could not be read')]).toEqual([true, false]);
});

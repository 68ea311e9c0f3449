import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { loadTranslator } from '@/lib/i18n/messages';
import { buildActor } from '@/tests/support/actors';
import ApiPage from './page';

vi.mock('@/lib/accounts/sessions/current-actor', () => ({
  requireLearner: () => buildActor('admin', { totpAt: new Date() }),
}));
vi.mock('next-intl/server', () => ({
  getTranslations: async () => {
    const t = await loadTranslator('en');
    return (key: string) => t(`admin.${key}`);
  },
}));
vi.mock('@/lib/api/openapi/built-document', () => ({
  builtDocument: () => {
    const call = (topic: string) => ({
      tags: [topic],
      summary: `A call of ${topic}`,
      'x-access': 'public',
      responses: {},
    });
    return {
      tags: [{ name: 'Content' }, { name: 'Blog' }],
      paths: { '/api/blogs': { get: call('Blog') }, '/content/{file}': { get: call('Content') } },
    };
  },
}));

async function renderPage(searchParams: Record<string, string>): Promise<string> {
  const { prelude } = await prerender(
    await ApiPage({ params: Promise.resolve({ lang: 'en' }), searchParams: Promise.resolve(searchParams) }),
  );
  return new Response(prelude as unknown as ReadableStream).text();
}

test('administration shows the calls of one topic, the first unless another is chosen, with links to all [N23]', async () => {
  const blog = await renderPage({ topic: 'Blog' });
  expect([blog.includes('GET /api/blogs'), blog.includes('GET /content/{file}')]).toEqual([true, false]);
  for (const searchParams of [{}, { topic: 'none' }] as Record<string, string>[]) {
    const first = await renderPage(searchParams);
    expect([first.includes('GET /api/blogs'), first.includes('GET /content/{file}')]).toEqual([false, true]);
    for (const topic of ['Content', 'Blog']) expect(first).toContain(`href="/en/admin/api?topic=${topic}"`);
  }
});

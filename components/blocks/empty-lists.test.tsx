import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { beforeEach, expect, test, vi } from 'vitest';
import { readBlock } from '@/lib/content/read';
import { loadTranslator } from '@/lib/i18n/messages';
import { resetDatabase } from '@/tests/support/database';
import { ImageAndText, Steps } from './blocks';
import { ServiceDetails } from './service-details';

vi.mock('next-intl/server', () => ({
  getTranslations: async (namespace?: string) => {
    const t = await loadTranslator('en');
    return (key: string, values?: Record<string, string>) => t(namespace ? `${namespace}.${key}` : key, values);
  },
}));
vi.mock('next/navigation', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  usePathname: () => '/en/services',
  useRouter: () => ({}),
}));

beforeEach(async () => {
  await resetDatabase();
});

async function renderHtml(page: ReactNode): Promise<string> {
  const { prelude } = await prerender(page);
  return new Response(prelude as unknown as ReadableStream).text();
}

test('a list emptied in administration shows neither a heading nor an empty frame [N5, C5]', async () => {
  const block = (await readBlock('en', 'service-page/build'))!;
  const service = block.details.services[0]!;
  const renderDetails = (points: string[]) =>
    renderHtml(
      <ServiceDetails
        lang="en"
        path="/details/x"
        service={{ ...service, points }}
        meta={{}}
        fileName="service-page/build"
      />,
    );
  expect(await renderDetails(['A plan'])).toContain('What you get');
  expect(await renderDetails([])).not.toContain('What you get');
  for (const Shown of [ImageAndText, Steps]) {
    const renderBlock = (points: Array<{ title: string; text: string }>) =>
      renderHtml(<Shown block={{ ...block, points }} lang="en" tone="paper" />);
    expect(await renderBlock([{ title: 'One', text: 'First' }])).toMatch(/<[ou]l/);
    expect(await renderBlock([])).not.toMatch(/<[ou]l/);
  }
});

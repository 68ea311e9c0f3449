import { prerender } from 'react-dom/static';
import { beforeEach, expect, test, vi } from 'vitest';
import { saveForm } from '@/lib/api/form-posts';
import { db } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { provideMessages } from '@/tests/support/with-messages';
import PicturePage from './page';

const sent = vi.hoisted(() => ({ cookie: '' }));

vi.mock('@/lib/accounts/sessions/current-actor', () => ({ requireLearner: () => buildActor('editor') }));
vi.mock('next-intl/server', () => ({
  getTranslations: async () => {
    const t = await loadTranslator('ar');
    return (key: string) => t(`admin.${key}`);
  },
}));
vi.mock('next/navigation', async (importOriginal) => ({ ...(await importOriginal<object>()), useRouter: () => ({}) }));
vi.mock('next/headers', () => ({ cookies: async () => new Map([['form', { value: sent.cookie }]]) }));

beforeEach(async () => void (await resetDatabase()));

async function renderAfterRefusal(
  fields: Record<string, unknown>,
  errors: Record<string, string[]> = {},
): Promise<string> {
  const alt = { ar: 'نص قديم', en: 'An old text', de: 'Ein alter Text' };
  await (
    await db()
  ).picture.create({
    data: {
      id: 'p1',
      name: 'Team',
      status: 'ready',
      format: 'jpeg',
      hash: 'h',
      placeholder: '',
      bytes: 1,
      width: 800,
      height: 600,
      alt,
    },
  });
  sent.cookie = /^form=([^;]*)/.exec(saveForm(null, fields, errors))?.[1] ?? '';
  const { prelude } = await prerender(
    provideMessages(
      <PicturePage
        params={Promise.resolve({ lang: 'ar', id: 'p1' })}
        searchParams={Promise.resolve({ saved: '1', error: 'invalid' })}
      />,
    ),
  );
  return new Response(prelude).text();
}

test('a form refused without JavaScript keeps what the admin typed and marks the wrong field [N7]', async () => {
  const html = await renderAfterRefusal(
    {
      alt: { ar: 'نص جديد', en: '', de: 'Ein neuer Text' },
      focusX: '20',
      focusY: '80',
      updatedAt: '2026-11-21T10:00:00.000Z',
    },
    { 'alt.en': ['يلزم نص'] },
  );
  for (const kept of ['نص جديد', 'Ein neuer Text', 'value="20"', 'value="80"', 'يلزم نص']) expect(html).toContain(kept);
  for (const gone of ['نص قديم', 'An old text', 'Ein alter Text']) expect(html).not.toContain(gone);
});

test('a refused form leaves the fields of the other forms on the page unchanged [N7]', async () => {
  expect(await renderAfterRefusal({})).toContain('نص قديم');
});

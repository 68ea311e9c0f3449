import { prerender } from 'react-dom/static';
import { afterEach, expect, test, vi } from 'vitest';
import { db } from '@/lib/database/client';
import { loadTranslator } from '@/lib/i18n/messages';
import { buildActor } from '@/tests/support/actors';
import { resetDatabase } from '@/tests/support/database';
import { disableFeatures, enableAllFeatures } from '@/tests/support/feature-flags';
import AuditPage from './page';

vi.mock('@/lib/accounts/sessions/current-actor', () => ({
  requireLearner: () => buildActor('admin', { totpAt: new Date() }),
}));
vi.mock('next-intl/server', () => ({
  getTranslations: async () => {
    const t = await loadTranslator('en');
    return Object.assign((key: string, values?: Record<string, string>) => t(`admin.${key}`, values), {
      has: (key: string) => t.has(`admin.${key}`),
    });
  },
}));

afterEach(enableAllFeatures);

test('the audit log links each entry to the changed record, and shows only its name while that feature is off [O9, N10]', async () => {
  await resetDatabase();
  const client = await db();
  const { id } = await client.coupon.create({ data: { code: 'SPRING', percent: 10 }, select: { id: true } });
  await client.audit.create({
    data: { actorName: 'Mona', action: 'coupon.change', subject: `coupon:${id}` },
    select: { id: true },
  });
  const renderPage = async () => {
    const { prelude } = await prerender(
      await AuditPage({ params: Promise.resolve({ lang: 'en' }), searchParams: Promise.resolve({}) }),
    );
    return new Response(prelude as unknown as ReadableStream).text();
  };
  expect(await renderPage()).toContain(`href="/en/admin/coupons/${id}"`);
  disableFeatures('coupons');
  const html = await renderPage();
  expect([html.includes('SPRING'), html.includes('/admin/coupons')]).toEqual([true, false]);
});

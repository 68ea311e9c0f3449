import { prerender } from 'react-dom/static';
import { afterEach, expect, test, vi } from 'vitest';
import { db } from '@/lib/database/client';
import { translatorOf } from '@/lib/i18n/translator';
import { actorFor } from '@/lib/testing/actors';
import { switchOff, switchOn } from '@/lib/testing/capabilities';
import { freshDatabase } from '@/lib/testing/database';
import AuditPage from './page';

vi.mock('@/lib/auth/sessions/current-actor', () => ({ requireLearner: () => actorFor('admin', { totpAt: new Date() }) }));
/** Next answers these from its own request. */
vi.mock('next-intl/server', () => ({
  getTranslations: async () => {
    const t = await translatorOf('en');
    return Object.assign((key: string, values?: Record<string, string>) => t(`admin.${key}`, values), { has: (key: string) => t.has(`admin.${key}`) });
  },
}));

afterEach(switchOn);

test('O9 N10 the audit log leads to what was changed; while that is switched off it has the name alone', async () => {
  await freshDatabase();
  const client = await db();
  const { id } = await client.coupon.create({ data: { code: 'SPRING', percent: 10 }, select: { id: true } });
  await client.audit.create({ data: { actorName: 'Mona', action: 'coupon.change', subject: `coupon:${id}` }, select: { id: true } });
  const page = async () => {
    const { prelude } = await prerender(await AuditPage({ params: Promise.resolve({ lang: 'en' }), searchParams: Promise.resolve({}) }));
    return new Response(prelude as unknown as ReadableStream).text();
  };
  expect(await page()).toContain(`href="/en/admin/coupons/${id}"`);
  switchOff('coupons');
  const html = await page();
  expect([html.includes('SPRING'), html.includes('/admin/coupons')]).toEqual([true, false]);
});

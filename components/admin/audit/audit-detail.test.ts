import { expect, test } from 'vitest';
import type { AdminTexts } from '@/components/admin/page/admin-page';
import { readFormLabels } from '@/components/form/generated-labels';
import { loadTranslator } from '@/lib/i18n/messages';
import { type Language, languages } from '@/lib/language';
import { auditDetail } from './audit-detail';

async function formatIn(lang: Language, action: string, detail: unknown): Promise<string> {
  const translate = await loadTranslator(lang);
  const t = Object.assign((key: string) => translate(`admin.${key}`), {
    has: (key: string) => translate.has(`admin.${key}`),
  }) as unknown as AdminTexts;
  return auditDetail({ action, detail }, { lang, t, form: await readFormLabels(lang) });
}

test('the audit log describes changes with the labels of the forms, before and after [O9]', async () => {
  const before = { amountPiastres: 100_000, saleAmountPiastres: null, active: true, courses: ['a', 'b'] };
  expect(
    await formatIn('en', 'bundle.change', {
      from: before,
      to: { ...before, saleAmountPiastres: 80_000, active: false },
    }),
  ).toBe('Sale price: – → 800 L.E · For sale: Yes → No');
  expect(await formatIn('ar', 'bundle.change', { from: before, to: { ...before, amountPiastres: 80_000 } })).toBe(
    'السعر: 1,000 جنيه ← 800 جنيه',
  );
  expect(
    await formatIn('ar', 'course.create', { level: 'beginner', spokenLanguage: 'ar', amountPiastres: 25_000 }),
  ).toBe('المستوى: مبتدئ · لغة الشرح: العربية · السعر: 250 جنيه');
  expect(await formatIn('en', 'content.restore', { version: 3, from: 1 })).toBe('Version: 3 · Version restored: 1');
  expect(await formatIn('de', 'content.restore', { version: 3, from: 0 })).toContain(
    'Wiederhergestellte Version: Wie in den Dateien',
  );
  expect(await formatIn('ar', 'role.admin', { by: 'command line' })).toBe('المنفّذ: سطر الأوامر');
});

test.each(languages)('rules of a coupon have the labels of its form in %s [O9]', async (lang) => {
  const rules = {
    startsAt: '',
    endsAt: '',
    maxUses: 1,
    maxUsesPerLearner: 1,
    withSale: true,
    refundable: true,
    forTeams: true,
  };
  const translate = await loadTranslator(lang);
  const changed = Object.fromEntries(Object.keys(rules).map((name) => [name, null]));
  const labels = (await formatIn(lang, 'coupon.change', { from: changed, to: rules })).split(' · ');
  expect(labels.map((part) => part.split(':')[0])).toEqual(
    ['starts_at', 'ends_at', 'max_uses', 'max_uses_per_learner', 'with_sale', 'refundable', 'for_teams'].map((name) =>
      translate(`admin.coupon_${name}`),
    ),
  );
});

test.each(languages)('each audited field has a translated label in %s [O9]', async (lang) => {
  const detail = Object.fromEntries(
    [
      'version',
      'by',
      'published',
      'publishedAt',
      'languages',
      'level',
      'spokenLanguage',
      'amountPiastres',
      'saleAmountPiastres',
      'refundableOnSale',
      'active',
      'courses',
      'percent',
      'amount',
      'lesson',
      'fileName',
      'file',
      'name',
      'passPercent',
      'maxAttempts',
      'timeLimitMinutes',
      'neededForCertificate',
      'questions',
      'sendAt',
      'status',
      'q',
      'format',
      'before',
      'ended',
      'keys',
    ].map((name) => [name, name.endsWith('At') ? '2026-11-22T10:00:00Z' : 'x']),
  );
  expect(
    (await formatIn(lang, 'x', detail))
      .split(' · ')
      .filter((part) => /[a-z][A-Z]|^(?:by|q|ended|keys|before): /.test(part.split(':')[0]!)),
  ).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { languages } from './language';
import { formatMoney, piastresFromPounds, piastresOf } from './money';

it('P3 pounds become whole piastres', () => {
  expect(piastresFromPounds(1299.99)).toBe(129_999);
});

it('O7 pounds are sent in piastres, and what is no number is not sent as nothing', () => {
  expect([piastresOf('12.34'), piastresOf(''), piastresOf('x')]).toEqual([1234, null, 'x']);
});

it('D10 P1 money is written as people of each language read it', () => {
  expect(languages.map((lang) => formatMoney(129_950, lang))).toEqual(['1,299.50 جنيه', '1,299.50 L.E', '1.299,50 L.E']);
  expect(formatMoney(120_000, 'ar')).toBe('1,200 جنيه');
});

/** Where a currency or pounds are no text for people: the API and structured data say EGP, forms and content files take numbers. */
const machines = new Set([
  'lib/money.ts', 'lib/language.ts', 'app/[lang]/_seo/course-data.tsx', 'lib/admin/orders/order-csv.ts', 'lib/payments/paymob/vectors.fixture.ts', 'lib/payments/paymob/callback.ts',
  'lib/admin/receipts/tax-receipt-export.ts', 'lib/courses/catalogue/catalogue-files.ts', 'lib/checkout/receipts/e-receipt.ts',
]);

const sources = ['app', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)));

it('D10 no page, mail or message writes an amount or the currency in a way of its own', () => {
  const otherWays = /\bEGP\b|\bL\.E\b|جنيه|ج\.م|poundsFromPiastres|style: 'currency'|piastres\w* \/ 100/i;
  expect(sources.filter((file) => !machines.has(file) && otherWays.test(readFileSync(file, 'utf8')))).toEqual([]);
  for (const lang of languages) {
    const messages = readFileSync(`content/midan/i18n/${lang}.json`, 'utf8').split('\n');
    expect(messages.filter((line) => /\bEGP\b|\bL\.E\b|جنيه|ج\.م/.test(line))).toEqual([]);
  }
});

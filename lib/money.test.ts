import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { languages } from './language';
import { formatMoney, parsePiastres, piastresFromPounds, poundsText } from './money';

it('converts pounds to whole piastres [P3]', () => {
  expect(piastresFromPounds(1299.99)).toBe(129_999);
});

it('sends pounds as piastres, and leaves invalid amounts and fractions of a piastre as text [V14]', () => {
  expect(['12.34', '', 'x', '12.345', '1234.340', '$20'].map((text) => parsePiastres(text, 'en'))).toEqual([
    1234,
    null,
    'x',
    '12.345',
    123_434,
    '$20',
  ]);
});

it('reads back every amount that a page or its field shows [V14]', () => {
  const amounts = [0, 1, 50, 100, 9950, 99_999, 100_000, 129_900, 129_950, 123_456_789, 100_000_000];
  for (const lang of languages) {
    for (const piastres of amounts) {
      const shown = [
        formatMoney(piastres, lang),
        poundsText(piastres, lang),
        `\u2068${formatMoney(piastres, lang)}\u2069`,
        formatMoney(piastres, lang).replace(' ', '\u00a0'),
      ];
      expect(shown.map((text) => parsePiastres(text, lang))).toEqual(shown.map(() => piastres));
    }
  }
});

it('formats money for readers of each language [D10, P1]', () => {
  expect(languages.map((lang) => formatMoney(129_950, lang))).toEqual([
    '1,299.50 جنيه',
    '1,299.50 L.E',
    '1.299,50 L.E',
  ]);
  expect(formatMoney(120_000, 'ar')).toBe('1,200 جنيه');
});

const machines = new Set([
  'lib/money.ts',
  'lib/numbers.ts',
  'lib/language.ts',
  'components/seo/json-ld.tsx',
  'lib/admin/tables.ts',
  'lib/payments/paymob/vectors.fixture.ts',
  'lib/payments/paymob/callback.ts',
  'lib/courses/catalogue/catalogue-files.ts',
  'lib/orders/receipts/tax-receipt.ts',
]);

const sources = ['app', 'components', 'lib'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file)),
);

it('pages, mails and messages format amounts and the currency only with the shared function [D10]', () => {
  const otherWays = /\bEGP\b|\bL\.E\b|جنيه|ج\.م|poundsFromPiastres|style: 'currency'|piastres\w* \/ 100/i;
  expect(sources.filter((file) => !machines.has(file) && otherWays.test(readFileSync(file, 'utf8')))).toEqual([]);
  for (const lang of languages) {
    const messages = readFileSync(`content/midan/i18n/${lang}.json`, 'utf8').split('\n');
    expect(messages.filter((line) => /\bEGP\b|\bL\.E\b|جنيه|ج\.م/.test(line))).toEqual([]);
  }
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages } from '@/lib/language';

const from = (file: string, pattern: RegExp) => [...readFileSync(`lib/${file}.ts`, 'utf8').matchAll(pattern)].map((match) => match[1]!);
const settlement = (file: string, pattern: RegExp) => from(`checkout/settlement/${file}`, pattern);

/** What the program writes into orders, as its source has it. */
const mismatches = [...from('payments/paymob/charge', /(?:return|\?) '(integration|owner|mode)'/g), ...settlement('step-for', /(?:return|:) '(currency|amount)'/g)];
const codes = new Set([
  ...settlement('step-for', /\bto: '([\w-]+)'/g), ...settlement('step-for', /nothing\('([\w-]+)'\)/g), ...mismatches, ...mismatches.map((code) => `mismatch-${code}`),
  ...settlement('settle', /'(?:ignored|rejected)', '([\w-]+)'/g), ...settlement('refunded-charge', /'(double-[\w]+|buyer-deleted|coupon-over|made-by-provider)'/g),
  ...from('checkout/refunds/run-refunds', /needsReview: '([\w-]+)'/g), ...settlement('inquire', /needsReview: '([\w-]+)'/g),
  ...from('checkout/refunds/refund-policy', /'(refund-\w+)'/g), 'declined',
]);
codes.delete('nothing');
const notes = from('checkout/orders/order-notes', /\| ?'([\w-]+)'|'([\w-]+)' \|/g).filter(Boolean);

it.each(languages)('O6 administration has labels for everything the program writes into an order: %s', (lang) => {
  const { admin } = JSON.parse(readFileSync(`content/midan/i18n/${lang}.json`, 'utf8')) as { admin: Record<string, string> };
  const keys = [...[...codes].map((code) => `code_${code}`), ...notes.map((kind) => `note_${kind}`)].map((key) => key.replaceAll('-', '_'));
  expect([...new Set(mismatches)].sort()).toEqual(['amount', 'currency', 'integration', 'mode', 'owner']);
  expect(codes.size).toBeGreaterThan(20);
  expect(notes.length).toBeGreaterThan(10);
  expect(keys.filter((key) => !admin[key])).toEqual([]);
});

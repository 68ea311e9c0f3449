import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { languages } from '@/lib/language';

const from = (file: string, pattern: RegExp) => [...readFileSync(`lib/checkout/${file}.ts`, 'utf8').matchAll(pattern)].map((match) => match[1]!);

/** What the program writes into orders, as its source has it. */
const mismatches = from('verdict', /return '([\w-]+)'/g);
const codes = new Set([
  ...from('transition', /\bto: '([\w-]+)'/g), ...from('transition', /nothing\('([\w-]+)'\)/g), ...mismatches, ...mismatches.map((code) => `mismatch-${code}`),
  ...from('settle', /'(?:ignored|rejected)', '([\w-]+)'/g), ...from('settle', /\(tx, event, order\.id, '\w+', '([\w-]+)'/g),
  ...from('returns', /'(double-[\w]+|buyer-deleted|made-at-paymob)'/g), ...from('run-refunds', /needsReview: '([\w-]+)'/g),
  ...from('flag-when-paid', /needsReview: '([\w-]+)'/g), ...from('refund-policy', /'(refund-\w+)'/g), 'declined',
]);
codes.delete('nothing');
const notes = from('timeline', /\| ?'([\w-]+)'|'([\w-]+)' \|/g).filter(Boolean);

it.each(languages)('O6 administration has labels for everything the program writes into an order: %s', (lang) => {
  const { admin } = JSON.parse(readFileSync(`content/midan/i18n/${lang}.json`, 'utf8')) as { admin: Record<string, string> };
  const keys = [...[...codes].map((code) => `code_${code}`), ...notes.map((kind) => `note_${kind}`)].map((key) => key.replaceAll('-', '_'));
  expect(codes.size).toBeGreaterThan(20);
  expect(notes.length).toBeGreaterThan(10);
  expect(keys.filter((key) => !admin[key])).toEqual([]);
});

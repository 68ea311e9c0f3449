import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RefundKind } from '@/generated/prisma/enums';
import { languages } from '@/lib/language';
import { isAutomaticRefund, refundCode } from '@/lib/orders/order-row';

const readMatches = (file: string, pattern: RegExp) =>
  [...readFileSync(`lib/${file}.ts`, 'utf8').matchAll(pattern)].map((match) => match[1]!);
const readSettlementMatches = (file: string, pattern: RegExp) => readMatches(`orders/settlement/${file}`, pattern);

const mismatches = [
  ...readMatches('payments/paymob/provider', /(?:return|\?) '(integration|owner|mode)'/g),
  ...readSettlementMatches('next-step', /(?:return|:) '(currency|amount)'/g),
];
const codes = new Set([
  ...readSettlementMatches('next-step', /\bto: '([\w-]+)'/g),
  ...readSettlementMatches('next-step', /noStep\('([\w-]+)'\)/g),
  ...mismatches,
  ...mismatches.map((code) => `mismatch-${code}`),
  ...readSettlementMatches('settle', /'(?:ignored|rejected)', '([\w-]+)'/g),
  ...Object.values(RefundKind).filter(isAutomaticRefund).map(refundCode),
  ...readMatches('orders/refunds/run-refunds', /needsReview: '([\w-]+)'/g),
  ...readSettlementMatches('inquire', /needsReview: '([\w-]+)'/g),
  ...readMatches('orders/refunds/refund-policy', /'(refund-\w+)'/g),
  'declined',
]);
codes.delete('nothing');
const notes = readMatches('orders/order-notes', /\| ?'([\w-]+)'|'([\w-]+)' \|/g).filter(Boolean);

it.each(languages)(
  'administration has a label for each code and note that the program writes into an order: %s [O6]',
  (lang) => {
    const { admin } = JSON.parse(readFileSync(`content/midan/i18n/${lang}.json`, 'utf8')) as {
      admin: Record<string, string>;
    };
    const keys = [...[...codes].map((code) => `code_${code}`), ...notes.map((kind) => `note_${kind}`)].map((key) =>
      key.replaceAll('-', '_'),
    );
    expect([...new Set(mismatches)].sort()).toEqual(['amount', 'currency', 'integration', 'mode', 'owner']);
    expect(codes.size).toBeGreaterThan(20);
    expect(notes.length).toBeGreaterThan(10);
    expect(keys.filter((key) => !admin[key])).toEqual([]);
  },
);

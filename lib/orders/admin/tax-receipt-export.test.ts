import { expect, test } from 'vitest';
import { readMonth, receiptExportSchema } from './tax-receipt-export';

const lateOnTheLastDay = new Date('2026-11-30T22:30:00Z');

test('receipts are shown for a month in digits and dashes of any script, and for the current month of Cairo if none is typed [N12]', () => {
  expect(
    ['2025-02', ' ٢٠٢٥-٠٢ ', '\u200f٢٠٢٥–٠٢', '۲۰۲۵‑۰۲', '', undefined].map((text) =>
      readMonth(text, lateOnTheLastDay),
    ),
  ).toEqual(['2025-02', '2025-02', '2025-02', '2025-02', '2026-12', '2026-12']);
});

test.each(['2026-13', '11/2026', 'November 2026', '2026'])(
  'the month %s is refused instead of replaced by the current one, also in exports [N12]',
  (month) => {
    expect(readMonth(month, lateOnTheLastDay)).toBeNull();
    expect(receiptExportSchema.safeParse({ month }).success).toBe(false);
  },
);

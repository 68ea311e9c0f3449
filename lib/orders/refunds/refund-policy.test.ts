import { describe, expect, it } from 'vitest';
import { decideRefund, type RefundFacts } from './refund-policy';

const now = new Date('2026-03-31T12:00:00Z');
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
const bought: RefundFacts = {
  paidAt: daysAgo(12),
  wasOnSale: false,
  refundableOnSale: false,
  isGiftOpened: false,
  seatRule: null,
  accessed: 2,
  countable: 6,
};

describe('the published refund policy', () => {
  it('states how many lessons were used, and how many lessons and days are left [P7]', () => {
    expect(decideRefund(bought, now)).toEqual({ refusedBy: null, lessonsUsed: 2, lessonsAllowed: 3, daysLeft: 18 });
  });

  it.each([
    ['three lessons are still within it', { accessed: 3 }, null],
    ['a fourth lesson is not', { accessed: 4 }, 'refund-lessons'],
    ['a course opened whole is not, however short', { accessed: 2, countable: 2 }, 'refund-finished'],
    ['a course opened whole says so before it counts lessons', { accessed: 6 }, 'refund-finished'],
    ['the thirtieth day is within it', { paidAt: daysAgo(30) }, null],
    ['a moment later is not', { paidAt: new Date(daysAgo(30).getTime() - 1) }, 'refund-window'],
    ['a sale price is not', { wasOnSale: true }, 'refund-sale'],
    ['a sale price is when the product said so', { wasOnSale: true, refundableOnSale: true }, null],
    ['a course without lessons that count is not finished', { accessed: 0, countable: 0 }, null],
  ] as const)('%s [P7]', (_name, edit, refusedBy) => {
    expect(decideRefund({ ...bought, ...edit }, now).refusedBy).toBe(refusedBy);
  });

  it('leaves no days after the refund window [P7]', () => {
    expect(decideRefund({ ...bought, paidAt: daysAgo(40) }, now).daysLeft).toBe(0);
  });
});

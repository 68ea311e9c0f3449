import { describe, expect, it } from 'vitest';
import { addSeconds } from '@/lib/clock';
import { firstInquiryAt, nextInquiryAt, retryAt } from './inquiry-schedule';

const start = new Date('2026-11-21T10:00:00Z');
const minutes = (count: number) => addSeconds(start, count * 60);
const page = { createdAt: start, expiresAt: minutes(60), isSettled: false, isRefundable: false };

/** Every question about an attempt that nobody pays, in minutes after its start. */
function questions(attempt: typeof page): number[] {
  const asked: number[] = [];
  for (let at: Date | null = firstInquiryAt(start), inquiries = 0; at; inquiries += 1) {
    asked.push((at.getTime() - start.getTime()) / 60_000);
    at = nextInquiryAt({ ...attempt, inquiries }, at, 1);
  }
  return asked;
}

describe('when Paymob is asked', () => {
  it('R07 a payment whose callback is lost is found within five minutes, in the last minutes of its page too', () => {
    const asked = questions(page);
    for (let paid = 0; paid < 68; paid += 0.5) {
      const found = asked.find((at) => at >= paid) ?? Infinity;
      expect(found - paid, `paid after ${paid} minutes`).toBeLessThanOrEqual(5);
    }
    expect(asked.at(-1)).toBe(120);
  });

  it('R07 a kiosk bill is asked about hourly until an hour after its end', () => {
    const asked = questions({ ...page, expiresAt: minutes(3 * 1440) });
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(67);
    expect(asked.at(-1)).toBe(3 * 1440 + 60);
    expect(asked.length).toBeLessThan(100);
  });

  it('R09 what is paid is asked about once more, when its page cannot charge any longer', () => {
    expect(nextInquiryAt({ ...page, isSettled: true, inquiries: 1 }, minutes(4))).toEqual(minutes(120));
    expect(nextInquiryAt({ ...page, isSettled: true, inquiries: 2 }, minutes(120))).toBeNull();
  });

  it('asks about a paid order daily for a week, then weekly, as long as refunds are possible [R09] [P12]', () => {
    const asked: number[] = [];
    for (let at: Date | null = minutes(4); at; at = nextInquiryAt({ ...page, isSettled: true, isRefundable: true, inquiries: 1 }, at)) asked.push((at.getTime() - minutes(120).getTime()) / 86_400_000);
    expect(asked.slice(1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 14, 21, 28, 37]);
  });

  it('R10 unanswered questions are asked again ever later, but never more than eleven minutes later', () => {
    const waits = Array.from({ length: 30 }, (_, failures) => (retryAt(failures, start, 0).getTime() - start.getTime()) / 60_000);
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 10, 10]);
    expect(retryAt(30, start, 1).getTime()).toBeLessThanOrEqual(minutes(11).getTime());
    expect(retryAt(3, start, 1)).not.toEqual(retryAt(3, start, 0));
  });
});

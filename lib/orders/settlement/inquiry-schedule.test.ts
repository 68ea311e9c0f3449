import { describe, expect, it } from 'vitest';
import { addSeconds } from '@/lib/clock';
import { firstInquiryAt, nextInquiryAt, nextRetryAt } from './inquire';

const start = new Date('2026-11-21T10:00:00Z');
const minutes = (count: number) => addSeconds(start, count * 60);
const page = { createdAt: start, expiresAt: minutes(60), isSettled: false, isRefundable: false };

/** Lists all inquiries about an attempt that is never paid, in minutes after its start. */
function listQuestions(attempt: typeof page): number[] {
  const asked: number[] = [];
  for (let at: Date | null = firstInquiryAt(start), inquiries = 0; at; inquiries += 1) {
    asked.push((at.getTime() - start.getTime()) / 60_000);
    at = nextInquiryAt({ ...attempt, inquiries }, at, 1);
  }
  return asked;
}

describe('the schedule of inquiries', () => {
  it('finds a payment with a lost callback within five minutes, even in the last minutes of its page [R07]', () => {
    const asked = listQuestions(page);
    for (let paid = 0; paid < 68; paid += 0.5) {
      const found = asked.find((at) => at >= paid) ?? Infinity;
      expect(found - paid, `paid after ${paid} minutes`).toBeLessThanOrEqual(5);
    }
    expect(asked.at(-1)).toBe(120);
  });

  it('asks about a kiosk bill hourly until an hour after its end [R07]', () => {
    const asked = listQuestions({ ...page, expiresAt: minutes(3 * 1440) });
    const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(67);
    expect(asked.at(-1)).toBe(3 * 1440 + 60);
    expect(asked.length).toBeLessThan(100);
  });

  it('asks about a paid order once more when its page can no longer charge [R09]', () => {
    expect(nextInquiryAt({ ...page, isSettled: true, inquiries: 1 }, minutes(4))).toEqual(minutes(120));
    expect(nextInquiryAt({ ...page, isSettled: true, inquiries: 2 }, minutes(120))).toBeNull();
  });

  it('asks about a paid order daily for a week, then weekly, as long as refunds are possible [R09] [P12]', () => {
    const asked: number[] = [];
    for (
      let at: Date | null = minutes(4);
      at;
      at = nextInquiryAt({ ...page, isSettled: true, isRefundable: true, inquiries: 1 }, at)
    )
      asked.push((at.getTime() - minutes(120).getTime()) / 86_400_000);
    expect(asked.slice(1)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 14, 21, 28, 37]);
  });

  it('waits longer after each unanswered inquiry, but never more than eleven minutes [R10]', () => {
    const waits = Array.from(
      { length: 30 },
      (_, failures) => (nextRetryAt(failures, start, 0).getTime() - start.getTime()) / 60_000,
    );
    expect(waits.slice(0, 6)).toEqual([1, 2, 4, 8, 10, 10]);
    expect(nextRetryAt(30, start, 1).getTime()).toBeLessThanOrEqual(minutes(11).getTime());
    expect(nextRetryAt(3, start, 1)).not.toEqual(nextRetryAt(3, start, 0));
  });
});

import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config';

/** How long a hosted page may be paid on. */
export const CHECKOUT_SECONDS = 3600;

/** Gaps between two questions about one attempt, in runs of the reconcile job (60 s each by default). */
const GAPS = [2, 2, 3, 4] as const;
const SLOW_GAP = 60;

export const firstInquiryAt = (now: Date): Date => addSeconds(now, GAPS[0] * config().reconcileEverySeconds);

/**
 * When to ask again: within four runs while the hosted page is open, so that a lost callback is found within minutes;
 * hourly for a kiosk bill that may be paid for days, and for an hour after the end; then never (null).
 */
export function nextInquiryAt(attempt: { inquiries: number; createdAt: Date; expiresAt: Date }, now: Date, jitter = Math.random()): Date | null {
  const every = config().reconcileEverySeconds;
  const last = addSeconds(attempt.expiresAt, SLOW_GAP * every);
  if (now >= last) return null;
  const isYoung = now < addSeconds(attempt.createdAt, SLOW_GAP * every);
  const gap = isYoung ? (GAPS[Math.min(attempt.inquiries, GAPS.length - 1)] ?? 4) : SLOW_GAP;
  const next = addSeconds(now, gap * every * (1 + jitter * 0.1));
  return next < last ? next : last;
}

/** After an unanswered question: 1, 2, 4, … runs, at most an hour of them (fault R10). */
export function retryAt(failures: number, now: Date, jitter = Math.random()): Date {
  const runs = Math.min(2 ** Math.min(failures, 6), SLOW_GAP);
  return addSeconds(now, runs * config().reconcileEverySeconds * (1 + jitter * 0.1));
}

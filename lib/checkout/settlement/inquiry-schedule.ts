import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';

/** How long a hosted page may be paid on. */
export const checkoutSeconds = 3600;

/** Gaps between two questions about one attempt, in runs of the reconcile job (60 s each by default). */
const gaps = [2, 2, 3, 4] as const;
const slowGap = 60;
/** A payment begun in the page's last minute ends later. */
const lateRuns = 10;

export const firstInquiryAt = (now: Date): Date => addSeconds(now, gaps[0] * config().reconcileEverySeconds);

/** Days after the page's end on which a paid order is asked about: its money may be given back in the provider's dashboard, and that notification lost. The policy allows refunds for 30 days and takes 7 for them. */
const refundDays = [1, 2, 3, 4, 5, 6, 7, 14, 21, 28, 37] as const;

interface Attempt {
  inquiries: number;
  createdAt: Date;
  expiresAt: Date;
  /** Paid, and perhaps refunded since. */
  isSettled: boolean;
  /** Paid, and not all of it given back. */
  isRefundable: boolean;
}

/** The time after which nobody can pay on the page any more. */
export const pageClosesAt = ({ expiresAt }: Pick<Attempt, 'expiresAt'>): Date => addSeconds(expiresAt, slowGap * config().reconcileEverySeconds);

/**
 * When to ask again: within four runs while the hosted page is open and a little longer, so that a lost notification is found
 * within minutes; hourly for a kiosk bill that may be paid for days, and once an hour after the end, as the first time for what
 * is paid already (a second charge may not have been reported). What is paid is asked about on `refundDays` after that; then never (null).
 */
export function nextInquiryAt(attempt: Attempt, now: Date, jitter = Math.random()): Date | null {
  const every = config().reconcileEverySeconds;
  const last = pageClosesAt(attempt);
  if (now >= last) return attempt.isRefundable ? nextRefundInquiry(last, now) : null;
  if (attempt.isSettled) return last;
  const isYoung = now < addSeconds(attempt.createdAt, checkoutSeconds + lateRuns * every);
  const gap = isYoung ? (gaps[Math.min(attempt.inquiries, gaps.length - 1)] ?? 4) : slowGap;
  const next = addSeconds(now, gap * every * (1 + jitter * 0.1));
  return next < last ? next : last;
}

function nextRefundInquiry(last: Date, now: Date): Date | null {
  return refundDays.map((days) => addSeconds(last, days * 86_400)).find((at) => at > now) ?? null;
}

/** After so many unanswered questions in a row: 1, 2, 4, 8, then every ten runs (R10), for somebody may have paid meanwhile. */
export function retryAt(failures: number, now: Date, jitter = Math.random()): Date {
  const runs = Math.min(2 ** Math.min(failures, lateRuns), lateRuns);
  return addSeconds(now, runs * config().reconcileEverySeconds * (1 + jitter * 0.1));
}

import { addDays, addSeconds, cairoDayOf, startOfCairoDay } from '@/lib/clock';

const hourSeconds = 3600;
/** Sunday at 18:00 in Cairo, where it is the first working day. */
const sendAtHour = 18;

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The Sunday whose mails are due; null but for the day after 18:00: what a service that stood still did not send by then is not sent. Summer time never changes on a Sunday. */
export function dueWeek(now: Date): string | null {
  const day = cairoDayOf(addSeconds(now, -sendAtHour * hourSeconds));
  return weekdayOf(day) === 0 ? day : null;
}

export const sendsFrom = (week: string): Date => addSeconds(startOfCairoDay(week), sendAtHour * hourSeconds);

export const sendsUntil = (week: string): Date => addSeconds(sendsFrom(week), 24 * hourSeconds);

/** Whole days of Cairo, both included. */
export interface Days { from: string; to: string }

/** Of which a mail tells: Sunday to Saturday. */
export const weekBefore = (week: string): Days => ({ from: addDays(week, -7), to: addDays(week, -1) });

/** The week that the profile shows: since the last Sunday. */
export function currentWeek(now: Date): Days {
  const to = cairoDayOf(now);
  return { from: addDays(to, -weekdayOf(to)), to };
}

/** A device may play a lesson for this long without contacting the server. */
export const maxWithoutContactMs = 7 * 86_400_000;

/** Server times, in milliseconds. */
export interface Contact {
  contactAtMs: number;
  /** The latest time seen, so that a learner gains nothing by turning the clock back. */
  seenAtMs: number;
  clockOffsetMs: number;
}

/** Tolerate up to a day, because learners who travel turn the clock back by some hours. */
const maxTurnedBackMs = 86_400_000;

export type LessonAvailability = 'playable' | 'ended' | 'contact-needed';

export const estimateServerTime = (
  { seenAtMs, clockOffsetMs }: Pick<Contact, 'seenAtMs' | 'clockOffsetMs'>,
  deviceNowMs: number,
): number => Math.max(seenAtMs, deviceNowMs + clockOffsetMs);

export const contactAt = (serverMs: number, deviceNowMs: number): Contact => ({
  contactAtMs: serverMs,
  seenAtMs: serverMs,
  clockOffsetMs: serverMs - deviceNowMs,
});

/** @param openMs how long the page has been open, by a monotonic clock, which the learner can neither stop nor reset */
export const latestSeenMs = (
  contact: Contact,
  deviceNowMs: number,
  { pageSawMs, openMs }: { pageSawMs: number; openMs: number },
): number => Math.max(estimateServerTime(contact, deviceNowMs), pageSawMs + openMs);

const isClockTurnedBack = ({ seenAtMs, clockOffsetMs }: Contact, deviceNowMs: number): boolean =>
  seenAtMs - (deviceNowMs + clockOffsetMs) > maxTurnedBackMs;

export function lessonAvailability(
  { endsAtMs }: { endsAtMs: number },
  contact: Contact,
  deviceNowMs: number,
): LessonAvailability {
  const nowMs = estimateServerTime(contact, deviceNowMs);
  if (nowMs >= endsAtMs) return 'ended';
  return nowMs - contact.contactAtMs > maxWithoutContactMs || isClockTurnedBack(contact, deviceNowMs)
    ? 'contact-needed'
    : 'playable';
}

/** How long a device may play a lesson without having asked the service. */
export const maxWithoutContactMs = 7 * 86_400_000;

/** Times of the service, in milliseconds. */
export interface Contact {
  /** When the service last said what may be watched. */
  contactAtMs: number;
  /** The latest time seen so far: a clock that is turned back gains nothing. */
  seenAtMs: number;
  /** What the device's clock lacks. */
  clockOffsetMs: number;
}

/** People turn a clock by hours, for another time zone. A day is no mistake of theirs. */
const maxTurnedBackMs = 86_400_000;

export type Standing = 'playable' | 'ended' | 'contact-needed';

/** @param deviceNowMs by the device's clock */
export const timeOf = ({ seenAtMs, clockOffsetMs }: Pick<Contact, 'seenAtMs' | 'clockOffsetMs'>, deviceNowMs: number): number => Math.max(seenAtMs, deviceNowMs + clockOffsetMs);

/** The service has answered at `serverMs`, which reached this device at `deviceNowMs`. */
export const contactAt = (serverMs: number, deviceNowMs: number): Contact => ({ contactAtMs: serverMs, seenAtMs: serverMs, clockOffsetMs: serverMs - deviceNowMs });

/**
 * What an open page has seen by now: also of a clock that stands still, or is set again and again, the time the page was open counts.
 * @param pageSawMs what had been seen when the page was opened or last heard of the service
 * @param openMs how long ago that is, by a clock nobody sets
 */
export const seenBy = (contact: Contact, deviceNowMs: number, { pageSawMs, openMs }: { pageSawMs: number; openMs: number }): number =>
  Math.max(timeOf(contact, deviceNowMs), pageSawMs + openMs);

const isTurnedBack = ({ seenAtMs, clockOffsetMs }: Contact, deviceNowMs: number): boolean => seenAtMs - (deviceNowMs + clockOffsetMs) > maxTurnedBackMs;

export function standingOf({ endsAtMs }: { endsAtMs: number }, contact: Contact, deviceNowMs: number): Standing {
  const nowMs = timeOf(contact, deviceNowMs);
  if (nowMs >= endsAtMs) return 'ended';
  return nowMs - contact.contactAtMs > maxWithoutContactMs || isTurnedBack(contact, deviceNowMs) ? 'contact-needed' : 'playable';
}

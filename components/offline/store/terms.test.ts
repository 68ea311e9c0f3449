import { expect, test } from 'vitest';
import { contactAt, estimateServerTime, latestSeenMs, lessonAvailability, maxWithoutContactMs } from './terms';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 1);
const lesson = { endsAtMs: start + 30 * dayMs };

test('a lesson plays for seven days without contacting the service, and no longer [N18]', () => {
  const contact = contactAt(start, start);
  expect(lessonAvailability(lesson, contact, start)).toBe('playable');
  expect(lessonAvailability(lesson, contact, start + maxWithoutContactMs)).toBe('playable');
  expect(lessonAvailability(lesson, contact, start + maxWithoutContactMs + 1)).toBe('contact-needed');
});

test('a lesson ends thirty days after its download, however often the device contacts the service [N18]', () => {
  expect(lessonAvailability(lesson, contactAt(start + 29 * dayMs, start + 29 * dayMs), start + 30 * dayMs - 1)).toBe(
    'playable',
  );
  expect(lessonAvailability(lesson, contactAt(start + 29 * dayMs, start + 29 * dayMs), start + 30 * dayMs)).toBe(
    'ended',
  );
});

test('turning the clock back does not extend a lesson [N18]', () => {
  const contact = { ...contactAt(start, start), seenAtMs: start + 8 * dayMs };
  expect(lessonAvailability(lesson, contact, start + dayMs)).toBe('contact-needed');
  expect(lessonAvailability(lesson, { ...contact, seenAtMs: start + 31 * dayMs }, start)).toBe('ended');
});

test('turning the clock back by more than a day requires a contact; a change of time zone does not [N18]', () => {
  const contact = { ...contactAt(start, start), seenAtMs: start + 5 * dayMs };
  expect(lessonAvailability(lesson, contact, start + 4 * dayMs + 3_600_000)).toBe('playable');
  expect(lessonAvailability(lesson, contact, start + 4 * dayMs - 3_600_000)).toBe('contact-needed');
});

test('the time that pages were open counts when the clock is turned back repeatedly [N18]', () => {
  let contact = contactAt(start, start);
  for (let hours = 0; hours < 7 * 24 + 1; hours += 1) {
    expect(lessonAvailability(lesson, contact, start)).toBe(hours <= 24 ? 'playable' : 'contact-needed');
    contact = {
      ...contact,
      seenAtMs: latestSeenMs(contact, start, { pageSawMs: contact.seenAtMs, openMs: 3_600_000 }),
    };
  }
  expect(lessonAvailability(lesson, contact, contact.seenAtMs - 3_600_000)).toBe('contact-needed');
});

test('a clock that is years off neither ends nor extends a lesson [N18]', () => {
  for (const error of [-9 * 365 * dayMs, 9 * 365 * dayMs]) {
    const contact = contactAt(start, start + error);
    expect(estimateServerTime(contact, start + error + dayMs)).toBe(start + dayMs);
    expect(lessonAvailability(lesson, contact, start + error + dayMs)).toBe('playable');
    expect(lessonAvailability(lesson, contact, start + error + 8 * dayMs)).toBe('contact-needed');
  }
});

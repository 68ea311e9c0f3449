import { expect, test } from 'vitest';
import { contactAt, maxWithoutContactMs, seenBy, standingOf, timeOf } from './terms';

const dayMs = 86_400_000;
const start = Date.UTC(2026, 10, 1);
const lesson = { endsAtMs: start + 30 * dayMs };

test('N18 a lesson plays for seven days without a contact, and not longer', () => {
  const contact = contactAt(start, start);
  expect(standingOf(lesson, contact, start)).toBe('playable');
  expect(standingOf(lesson, contact, start + maxWithoutContactMs)).toBe('playable');
  expect(standingOf(lesson, contact, start + maxWithoutContactMs + 1)).toBe('contact-needed');
});

test('N18 it ends thirty days after it was downloaded, however often the service was asked', () => {
  expect(standingOf(lesson, contactAt(start + 29 * dayMs, start + 29 * dayMs), start + 30 * dayMs - 1)).toBe('playable');
  expect(standingOf(lesson, contactAt(start + 29 * dayMs, start + 29 * dayMs), start + 30 * dayMs)).toBe('ended');
});

test('N18 a clock that is turned back gains nothing', () => {
  const contact = { ...contactAt(start, start), seenAtMs: start + 8 * dayMs };
  expect(standingOf(lesson, contact, start + dayMs)).toBe('contact-needed');
  expect(standingOf(lesson, { ...contact, seenAtMs: start + 31 * dayMs }, start)).toBe('ended');
});

test('N18 a clock that is turned back by more than a day needs a contact, one set by hours for another time zone does not', () => {
  const contact = { ...contactAt(start, start), seenAtMs: start + 5 * dayMs };
  expect(standingOf(lesson, contact, start + 4 * dayMs + 3_600_000)).toBe('playable');
  expect(standingOf(lesson, contact, start + 4 * dayMs - 3_600_000)).toBe('contact-needed');
});

test('N18 of a clock that is set back again and again the time counts for which pages were open', () => {
  let contact = contactAt(start, start);
  for (let hours = 0; hours < 7 * 24 + 1; hours += 1) {
    expect(standingOf(lesson, contact, start)).toBe(hours <= 24 ? 'playable' : 'contact-needed');
    contact = { ...contact, seenAtMs: seenBy(contact, start, { pageSawMs: contact.seenAtMs, openMs: 3_600_000 }) };
  }
  expect(standingOf(lesson, contact, contact.seenAtMs - 3_600_000)).toBe('contact-needed');
});

test('N18 a clock that is wrong by years neither ends a lesson nor prolongs it', () => {
  for (const error of [-9 * 365 * dayMs, 9 * 365 * dayMs]) {
    const contact = contactAt(start, start + error);
    expect(timeOf(contact, start + error + dayMs)).toBe(start + dayMs);
    expect(standingOf(lesson, contact, start + error + dayMs)).toBe('playable');
    expect(standingOf(lesson, contact, start + error + 8 * dayMs)).toBe('contact-needed');
  }
});

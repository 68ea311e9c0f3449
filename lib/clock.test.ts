import { describe, expect, test } from 'vitest';
import { addDays, cairoMonth, cairoTimeOf, parseCairoTime, startOfCairoDay } from './clock';

const parseToIso = (local: string) => parseCairoTime(local)?.toISOString() ?? null;

describe('times around Egypt’s clock changes', () => {
  test('reads the hour that comes twice in October as its first occurrence [O14]', () => {
    expect([
      parseToIso('2026-10-29T22:59'),
      parseToIso('2026-10-29T23:00'),
      parseToIso('2026-10-29T23:30'),
      parseToIso('2026-10-30T00:00'),
      parseToIso('2026-10-30T00:30'),
    ]).toEqual([
      '2026-10-29T19:59:00.000Z',
      '2026-10-29T20:00:00.000Z',
      '2026-10-29T20:30:00.000Z',
      '2026-10-29T22:00:00.000Z',
      '2026-10-29T22:30:00.000Z',
    ]);
  });

  test('reads the hour skipped in April as if it followed the hour before [O14]', () => {
    expect([
      parseToIso('2027-04-29T23:59'),
      parseToIso('2027-04-30T00:00'),
      parseToIso('2027-04-30T00:30'),
      parseToIso('2027-04-30T01:00'),
    ]).toEqual([
      '2027-04-29T21:59:00.000Z',
      '2027-04-29T22:00:00.000Z',
      '2027-04-29T22:30:00.000Z',
      '2027-04-29T22:00:00.000Z',
    ]);
  });

  test('reads back every hour of the year that it writes, except the second occurrence in October [O14]', () => {
    const start = Date.UTC(2026, 0, 1);
    const moved = Array.from({ length: 2 * 365 * 24 }, (_, hour) => new Date(start + hour * 3_600_000)).filter(
      (time) => parseToIso(cairoTimeOf(time)) !== time.toISOString(),
    );
    expect(moved.map((time) => time.toISOString())).toEqual(['2026-10-29T21:00:00.000Z', '2027-10-28T21:00:00.000Z']);
  });

  test('begins the first day of summer time at one o’clock, and every other day at midnight [O14]', () => {
    expect(
      [
        startOfCairoDay('2027-04-29'),
        startOfCairoDay('2027-04-30'),
        startOfCairoDay('2027-05-01'),
        startOfCairoDay('2026-10-30'),
      ].map((time) => [time.toISOString(), cairoTimeOf(time).slice(11)]),
    ).toEqual([
      ['2027-04-28T22:00:00.000Z', '00:00'],
      ['2027-04-29T22:00:00.000Z', '01:00'],
      ['2027-04-30T21:00:00.000Z', '00:00'],
      ['2026-10-29T22:00:00.000Z', '00:00'],
    ]);
    const days = Array.from({ length: 2 * 365 }, (_, day) =>
      new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10),
    );
    expect(days.filter((day) => cairoTimeOf(startOfCairoDay(day)).slice(11) !== '00:00')).toEqual([
      '2026-04-24',
      '2027-04-30',
    ]);
  });

  test('adds calendar days across clock changes, months and years [O14]', () => {
    expect([
      addDays('2026-10-29', 1),
      addDays('2027-04-30', -1),
      addDays('2026-12-31', 1),
      addDays('2028-02-28', 1),
      addDays('2026-03-01', -1),
    ]).toEqual(['2026-10-30', '2027-04-29', '2027-01-01', '2028-02-29', '2026-02-28']);
  });

  test('ends a month at the start of the next one [O14]', () => {
    expect(
      [cairoMonth('2026-01').until, cairoMonth('2026-12').until, cairoMonth('2027-02').until].map((time) =>
        time.toISOString(),
      ),
    ).toEqual(['2026-01-31T22:00:00.000Z', '2026-12-31T22:00:00.000Z', '2027-02-28T22:00:00.000Z']);
  });

  test('refuses text that is not a valid day and hour [O14]', () => {
    expect(
      ['', '2026-02-30T10:00', '2026-02-20T24:00', '2026-02-20T10:60', '2026-02-20', '2026-02-20T10:00Z'].map(
        parseToIso,
      ),
    ).toEqual(Array(6).fill(null));
  });
});

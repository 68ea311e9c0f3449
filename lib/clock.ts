/** Domain functions take `now` as an argument; route handlers, pages and jobs get it here. */
export const now = (): Date => new Date();

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

export const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

const cairoDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Africa/Cairo',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});
const cairoClock = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Africa/Cairo',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});
const cairoOffsetName = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Cairo', timeZoneName: 'longOffset' });

const cairoOffset = (time: Date): string => /GMT([+-]\d\d:\d\d)/.exec(cairoOffsetName.format(time))?.[1] ?? '+02:00';

/** Returns the day in Cairo, such as `2026-11-21`. */
export const cairoDayOf = (time: Date): string => cairoDay.format(time);

export const cairoTimeOf = (time: Date): string => `${cairoDayOf(time)}T${cairoClock.format(time)}`;

/** Use this instead of adding 24 hours, because days with a clock change have 23 or 25. */
export function addDays(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}

/** Midnight does not exist on the last Friday of April, so that day starts at 01:00. */
export const startOfCairoDay = (day: string): Date => toInstant(`${day}T00:00`);

const cairoDateTime = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/;

const isCairoTime = (text: string): boolean => {
  const [, day = '', hour = '', minute = ''] = cairoDateTime.exec(text) ?? [];
  return isCalendarDay(day) && Number(hour) <= 23 && Number(minute) <= 59;
};

/** Like `Temporal`, reads October's repeated hour as its first occurrence and April's missing 00:30 as 01:30. */
export const parseCairoTime = (local: string): Date | null => (isCairoTime(local) ? toInstant(local) : null);

const isoTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** Accepts ISO 8601 with a zone, or Cairo's local time (`2026-11-21T10:00`). */
export function readTime(text: string): Date | null {
  if (!isoTime.test(text)) return parseCairoTime(text);
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? null : time;
}

function toInstant(local: string): Date {
  const asUtc = new Date(`${local}Z`);
  const candidates = [cairoOffset(addSeconds(asUtc, -86_400)), cairoOffset(addSeconds(asUtc, 86_400))].map(
    (offset) => new Date(`${local}${offset}`),
  );
  return candidates.find((time) => cairoTimeOf(time) === local) ?? candidates[0]!;
}

export function cairoMonth(month: string): { from: Date; until: Date } {
  const next = addDays(`${month}-01`, 31).slice(0, 7);
  return { from: startOfCairoDay(`${month}-01`), until: startOfCairoDay(`${next}-01`) };
}

/** Accepts `2027-02-28`, not `2027-02-30`. */
export function isCalendarDay(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

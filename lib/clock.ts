/** The one place that reads the wall clock; domain functions take `now` as an argument. */
export const now = (): Date => new Date();

export const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

const cairoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo', year: 'numeric', month: '2-digit', day: '2-digit' });

const cairoTime = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Cairo', timeZoneName: 'longOffset' });

/** When `2026-11-21` begins in Cairo, which has summer time. */
export function startOfCairoDay(day: string): Date {
  return new Date(`${day}T00:00:00${cairoOffset(new Date(`${day}T00:00:00Z`))}`);
}

const cairoOffset = (time: Date): string => /GMT([+-]\d\d:\d\d)/.exec(cairoTime.format(time))?.[1] ?? '+02:00';

/** When it is `2026-11-21T10:00` in Cairo; null for what is no day and hour. */
export function fromCairoTime(local: string): Date | null {
  const [, day = '', hour = '', minute = ''] = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/.exec(local) ?? [];
  if (!isCalendarDay(day) || Number(hour) > 23 || Number(minute) > 59) return null;
  const nearly = new Date(`${local}${cairoOffset(new Date(`${local}Z`))}`);
  return new Date(`${local}${cairoOffset(nearly)}`);
}

/** From the first moment of `2026-11` in Cairo to the first of the next month. */
export function cairoMonth(month: string): { from: Date; until: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return { from: startOfCairoDay(`${month}-01`), until: startOfCairoDay(`${next}-01`) };
}

/** `2027-02-28`, a day that exists. */
export function isCalendarDay(text: string): boolean {
  if (!/^2\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const time = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text);
}

/** `2026-11-21`: the calendar day in Cairo. */
export const cairoDayOf = (time: Date): string => cairoDay.format(time);

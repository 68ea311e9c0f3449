/** The one place that reads the wall clock; domain functions take `now` as an argument. */
export const now = (): Date => new Date();

export const addSeconds = (time: Date, seconds: number): Date => new Date(time.getTime() + seconds * 1000);

const cairoDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo', year: 'numeric', month: '2-digit', day: '2-digit' });

/** `2026-11-21`: the calendar day in Cairo. */
export const cairoDayOf = (time: Date): string => cairoDay.format(time);

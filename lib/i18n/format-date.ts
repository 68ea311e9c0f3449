import { timeZone } from './formats';

const dayParts = new Intl.DateTimeFormat('en-GB', { timeZone, numberingSystem: 'latn', day: '2-digit', month: '2-digit', year: 'numeric' });

/** `dd-MM-yyyy` in Cairo (C11). Put together from parts: ICU's Arabic pattern adds slashes and U+200F. */
export function formatDate(date: Date): string {
  const parts = new Map(dayParts.formatToParts(date).map(({ type, value }) => [type, value]));
  return `${parts.get('day')}-${parts.get('month')}-${parts.get('year')}`;
}

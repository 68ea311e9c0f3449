import { foldDigits } from './digits';
import { piastresFromPounds, poundsFromPiastres } from './money';

/** As people type numbers, in either digit set; nothing is null, and what is no number stays text, which the call refuses at its field. */
export function numberOf(text: string): number | string | null {
  const plain = foldDigits(text).replaceAll(/[\s,٬]/g, '').replace('٫', '.');
  if (plain === '') return null;
  return Number.isNaN(Number(plain)) ? text : Number(plain);
}

/** Pounds as typed; the call gets piastres. */
export function piastresOf(text: string): number | string | null {
  const pounds = numberOf(text);
  return typeof pounds === 'number' ? piastresFromPounds(pounds) : pounds;
}

export const poundsText = (piastres: number | null): string => (piastres === null ? '' : String(poundsFromPiastres(piastres)));

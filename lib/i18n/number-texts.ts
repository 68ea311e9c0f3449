import type { Language } from '@/lib/language';
import { formats } from './formats';

/** `3:07`, `1:03:07`: a position in a lesson. */
export function positionText(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const rest = `${String(Math.floor(whole / 60) % 60).padStart(whole >= 3600 ? 2 : 1, '0')}:${String(whole % 60).padStart(2, '0')}`;
  return whole >= 3600 ? `${Math.floor(whole / 3600)}:${rest}` : rest;
}

const sizes = [['gigabyte', 1024 ** 3], ['megabyte', 1024 ** 2], ['kilobyte', 1024], ['byte', 1]] as const;

/** What the units are called in a language, from `sizeUnits`. */
export type SizeUnits = Record<(typeof sizes)[number][0], string>;

/** `1.2 MB` with the digits that all numbers have here. */
export function fileSizeText(bytes: number, lang: Language, units: SizeUnits): string {
  const [unit, size] = sizes.find(([, each]) => bytes >= each) ?? sizes[3];
  return `${new Intl.NumberFormat(`${lang}-u-nu-latn`, { maximumFractionDigits: unit === 'gigabyte' || unit === 'megabyte' ? 1 : 0 }).format(bytes / size)} ${units[unit]}`;
}

/** One digit after the point, as `4.0`, `4,0`. */
export const meanText = (mean: number, lang: Language): string =>
  new Intl.NumberFormat(lang, { ...formats.number.plain, minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(mean);

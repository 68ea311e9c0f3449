import type { Language } from '@/lib/language';

const sizes = [['gigabyte', 1024 ** 3], ['megabyte', 1024 ** 2], ['kilobyte', 1024], ['byte', 1]] as const;

/** What the units are called in a language, from `sizeUnits`. */
export type SizeUnits = Record<(typeof sizes)[number][0], string>;

/** `1.2 MB` with the digits that all numbers have here. */
export function fileSizeText(bytes: number, lang: Language, units: SizeUnits): string {
  const [unit, size] = sizes.find(([, each]) => bytes >= each) ?? sizes[3];
  return `${new Intl.NumberFormat(`${lang}-u-nu-latn`, { maximumFractionDigits: unit === 'gigabyte' || unit === 'megabyte' ? 1 : 0 }).format(bytes / size)} ${units[unit]}`;
}

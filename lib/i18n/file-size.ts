import type { Language } from '@/lib/language';

const units = [['megabyte', 1024 ** 2], ['kilobyte', 1024], ['byte', 1]] as const;

/** `1.2 MB` in the words of the language, with Latin digits. */
export function fileSizeText(bytes: number, lang: Language): string {
  const [unit, size] = units.find(([, each]) => bytes >= each) ?? units[2];
  return new Intl.NumberFormat(`${lang}-u-nu-latn`, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: unit === 'megabyte' ? 1 : 0 }).format(bytes / size);
}

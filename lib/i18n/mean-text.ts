import type { Language } from '@/lib/language';
import { formats } from './formats';

/** One digit after the point, as `4.0`, `4,0`. */
export const meanText = (mean: number, lang: Language): string =>
  new Intl.NumberFormat(lang, { ...formats.number.plain, minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(mean);

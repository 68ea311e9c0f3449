import 'server-only';
import type { Language } from '@/lib/language';
import type { SizeUnits } from './file-size';
import { translatorOf } from './translator';

export async function sizeUnits(lang: Language): Promise<SizeUnits> {
  const t = await translatorOf(lang);
  return { gigabyte: t('units.gigabyte'), megabyte: t('units.megabyte'), kilobyte: t('units.kilobyte'), byte: t('units.byte') };
}

import type { Meta } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { absoluteUrl } from './site-address';

/** The picture of a page when it is shared; drawn by app/assets/share. */
export function sharePicture(lang: Language, path: string): Meta {
  return {
    'og:image': absoluteUrl(`/assets/share/${lang}${path}.png`),
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
  };
}

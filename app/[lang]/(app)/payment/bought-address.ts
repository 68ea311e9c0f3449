import type { OrderView } from '@/lib/checkout/orders/find-order';
import type { Language } from '@/lib/language';

/** Where what was bought is. */
export function boughtAddress(lang: Language, { courseSlugs }: Pick<OrderView, 'courseSlugs'>): string {
  const [slug, ...others] = courseSlugs;
  return slug === undefined || others.length > 0 ? `/${lang}/profile/myCourses` : `/${lang}/course/${encodeURIComponent(slug)}`;
}

import type { OrderView } from '@/lib/checkout/orders/find-order';
import type { Language } from '@/lib/language';

/** Where courses are that somebody has. */
export function courseAddress(lang: Language, [slug, ...others]: readonly string[]): string {
  return slug === undefined || others.length > 0 ? `/${lang}/profile/myCourses` : `/${lang}/course/${encodeURIComponent(slug)}`;
}

/** Where a buyer goes on to: the course, or for what is for others, the page that says what becomes of it. */
export const boughtAddress = (lang: Language, { orderId, purpose, courseSlugs }: Pick<OrderView, 'orderId' | 'purpose' | 'courseSlugs'>): string =>
  (purpose === 'self' ? courseAddress(lang, courseSlugs) : `/${lang}/payment?order=${orderId}`);

import type { OrderView } from '@/lib/checkout/orders/find-order';
import type { Language } from '@/lib/language';

/** Where what was bought is. */
export function boughtAddress(lang: Language, { purpose, courseSlugs }: Pick<OrderView, 'purpose' | 'courseSlugs'>): string {
  if (purpose === 'seats') return `/${lang}/profile/team`;
  const [slug, ...others] = courseSlugs;
  return slug === undefined || others.length > 0 ? `/${lang}/profile/myCourses` : `/${lang}/course/${encodeURIComponent(slug)}`;
}

/** Where the same is bought again. */
export function buyAgainAddress(lang: Language, { purpose, productKey, courseSlugs }: Pick<OrderView, 'purpose' | 'productKey' | 'courseSlugs'>): string {
  const query = new URLSearchParams({ product: productKey });
  if (purpose === 'seats') query.set('seats', String(courseSlugs.length));
  return `/${lang}/payment?${query}`;
}

/** The message, of `payment` and of `refund`, on the button that leads to what was bought. */
export function boughtLabel({ purpose, courseSlugs }: Pick<OrderView, 'purpose' | 'courseSlugs'>): 'to_team' | 'to_my_courses' | 'to_course' {
  if (purpose === 'seats') return 'to_team';
  return courseSlugs.length > 1 ? 'to_my_courses' : 'to_course';
}

import type { OrderView } from '@/lib/checkout/orders/find-order';
import type { Language } from '@/lib/language';

/** Where courses are that somebody has. */
export function courseAddress(lang: Language, [slug, ...others]: readonly string[]): string {
  return slug === undefined || others.length > 0 ? `/${lang}/profile/myCourses` : `/${lang}/course/${encodeURIComponent(slug)}`;
}

type Bought = Pick<OrderView, 'purpose' | 'courseSlugs'>;

/** Where a buyer goes on to: the course, the seats, or of a gift the page that says what becomes of it. */
export function boughtAddress(lang: Language, { orderId, purpose, courseSlugs }: Bought & Pick<OrderView, 'orderId'>): string {
  switch (purpose) {
    case 'self':
      return courseAddress(lang, courseSlugs);
    case 'gift':
      return `/${lang}/payment?order=${orderId}`;
    case 'seats':
      return `/${lang}/profile/team`;
  }
}

/** The message, of `payment` and of `refund`, on the button that leads to what was bought. */
export function boughtLabel({ purpose, courseSlugs }: Bought): 'to_team' | 'to_my_courses' | 'to_course' {
  if (purpose === 'seats') return 'to_team';
  return courseSlugs.length > 1 ? 'to_my_courses' : 'to_course';
}

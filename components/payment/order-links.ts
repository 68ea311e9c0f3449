import type { Language } from '@/lib/language';
import type { OrderView } from '@/lib/orders/find-order';

export function courseUrl(lang: Language, [slug, ...others]: readonly string[]): string {
  return slug === undefined || others.length > 0
    ? `/${lang}/profile/myCourses`
    : `/${lang}/course/${encodeURIComponent(slug)}`;
}

type BoughtOrder = Pick<OrderView, 'purpose' | 'courseSlugs'>;

export function boughtUrl(
  lang: Language,
  { orderId, purpose, courseSlugs }: BoughtOrder & Pick<OrderView, 'orderId'>,
): string {
  switch (purpose) {
    case 'self':
      return courseUrl(lang, courseSlugs);
    case 'gift':
      return `/${lang}/payment?order=${orderId}`;
    case 'seats':
      return `/${lang}/profile/team`;
  }
}

export function boughtLabel({ purpose, courseSlugs }: BoughtOrder): 'to_team' | 'to_my_courses' | 'to_course' {
  if (purpose === 'seats') return 'to_team';
  return courseSlugs.length > 1 ? 'to_my_courses' : 'to_course';
}

import { priceProduct } from '@/lib/checkout/pricing/price-product';
import type { RatingSummary } from '@/lib/courses/ratings/published-ratings';
import type { CourseOffer } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { lessonsOf, secondsOf } from '@/lib/courses/catalogue/course';
import { poundsFromPiastres } from '@/lib/money';
import { JsonLd } from './json-ld';
import { organizationReference } from './organization-data';
import { absoluteUrl } from './site-address';

interface Props { course: CourseOffer; /** Only as the page shows it. */ rating: RatingSummary | undefined; lang: Language; path: string }

/** The course with the price that the page shows now. */
export async function CourseData({ course, rating, lang, path }: Props) {
  const url = absoluteUrl(`/${lang}${path}`);
  const { level, spokenLanguage, prerequisites } = course.courseInfo;
  const seconds = secondsOf(lessonsOf(course));
  const price = course.product && priceProduct(course.product).totalPiastres;
  const offer = price !== null && {
    '@type': 'Offer', price: poundsFromPiastres(price).toFixed(2), priceCurrency: 'EGP', url,
    availability: 'https://schema.org/InStock', category: price === 0 ? 'Free' : 'Paid',
  };
  const instance = { '@type': 'CourseInstance', courseMode: 'Online', inLanguage: spokenLanguage, courseWorkload: `PT${Math.max(1, Math.ceil(seconds / 60))}M` };
  return (
    <JsonLd
      data={{
        '@type': 'Course', '@id': `${url}#course`, url, name: course.title, description: course.summary, inLanguage: spokenLanguage,
        image: absoluteUrl(course.imageUrl), provider: await organizationReference(lang),
        ...(level ? { educationalLevel: level } : {}), ...(prerequisites.length > 0 ? { coursePrerequisites: prerequisites.map(({ content }) => content) } : {}),
        hasCourseInstance: instance, ...(offer ? { offers: offer } : {}),
        ...(rating ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: rating.mean.toFixed(1), ratingCount: rating.count, bestRating: 5, worstRating: 1 } } : {}),
      }}
    />
  );
}

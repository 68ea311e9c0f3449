import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Icon } from '../../_ui/icon';
import { Badge } from '../../_ui/text/badge';
import { PictureCard } from '../../_ui/layout/picture-card';
import { loadingOf } from '../../_ui/layout/picture';
import { SharedPicture } from '../../_ui/layout/shared-picture';
import { tagPage } from '@/lib/cache/page-context';
import { priceProduct } from '@/lib/checkout/pricing/price-product';
import { detailsSlugOf, type CourseCard as Course } from '@/lib/courses/catalogue/course-offer';
import { secondsOf } from '@/lib/courses/catalogue/course';
import { ratingSummaries } from '@/lib/courses/ratings/published-ratings';
import { meanText } from '@/lib/i18n/number-texts';
import type { Language } from '@/lib/language';
import type { Captioned } from '@/lib/video/captions/course-captions';
import styles from './course-cards.module.css';
import { lengthOf, languageLine } from './course-texts';
import { Price, PriceFoot } from './price';

interface Props { course: Captioned<Course>; lang: Language; level?: 2 | 3; form?: 'wide' | 'row'; /** Its picture is in sight when the page opens. */ first?: boolean }

export const courseAddress = (course: Course, lang: Language): string => `/${lang}/details/course-page/courses-data/${encodeURIComponent(detailsSlugOf(course))}`;

/** Row N1: what one wants to know before opening a course; in a row only what tells it from the others. */
export async function CourseCard({ course, lang, level = 3, form, first }: Props) {
  tagPage('ratings');
  const [t, site, ratings] = await Promise.all([getTranslations('catalogue'), getTranslations('site'), ratingSummaries()]);
  const rating = ratings.get(course.slug);
  const picture = <SharedPicture name={`course-${course.slug}`} src={course.imageUrl} alt="" width={800} height={450} {...loadingOf(first)} />;
  const Foot = form === 'row' ? RowPrice : PriceFoot;
  const price = course.product && priceProduct(course.product);
  return (
    <PictureCard level={level} href={courseAddress(course, lang)} title={course.title} {...(form !== 'row' && { text: course.summary })} picture={picture} form={form}>
      <ul className={styles.facts}>
        {rating && <li><Icon name="star" size={16} />{t('rating_of', { mean: meanText(rating.mean, lang), count: rating.count })}</li>}
        {course.level && <li><Icon name="level" size={16} />{t(`level_${course.level}`)}</li>}
        <li><Icon name="clock" size={16} />{lengthOf(secondsOf(course.lessons), t)}</li>
        {form !== 'row' && (
          <>
            <li><Icon name="list" size={16} />{site('lessons_count', { count: course.lessons.length })}</li>
            <li className={styles.languages}><Icon name="speech" size={16} />{languageLine(course, lang, t)}</li>
          </>
        )}
      </ul>
      {price && (
        <Foot>
          <Price price={price} lang={lang} labels={{ oldPrice: site('old_price'), salePrice: site('sale_price'), free: site('free') }} />
          {price.isReduced && <Badge tone="accent">{site('sale')}</Badge>}
        </Foot>
      )}
    </PictureCard>
  );
}

const RowPrice = ({ children }: { children: ReactNode }) => <div className={styles.rowPrice}>{children}</div>;

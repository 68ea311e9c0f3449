import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { loadingOf, SharedPicture } from '@/components/layout/picture';
import { PictureCard } from '@/components/layout/picture-card';
import { Icon } from '@/components/ui/icon';
import { Badge } from '@/components/ui/text/badge';
import { Money } from '@/components/ui/text/money';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import { tagPage } from '@/lib/cache/page-context';
import { secondsOf } from '@/lib/courses/catalogue/course';
import { type CourseCard as Course, detailsSlugOf } from '@/lib/courses/catalogue/course-offer';
import { readRatingSummaries } from '@/lib/courses/ratings';
import { meanText } from '@/lib/i18n/formats';
import { type Language, languageList, languageName } from '@/lib/language';
import type { Captioned } from '@/lib/lessons/captions/course-captions';
import { type OrderPrice, priceProduct } from '@/lib/orders/pricing';
import styles from './course-cards.module.css';
import priceStyles from './price.module.css';

interface Props {
  course: Captioned<Course>;
  lang: Language;
  level?: 2 | 3;
  form?: 'wide' | 'row';
  first?: boolean;
}

export const salesPageUrl = (course: Course, lang: Language): string =>
  `/${lang}/details/course-page/courses-data/${encodeURIComponent(detailsSlugOf(course))}`;

/** Row N1: with `form="row"` shows only what distinguishes one course from another. */
export async function CourseCard({ course, lang, level = 3, form, first }: Props) {
  tagPage('ratings');
  const [t, site, ratings] = await Promise.all([
    getTranslations('catalogue'),
    getTranslations('site'),
    readRatingSummaries(),
  ]);
  const rating = ratings.get(course.slug);
  const picture = (
    <SharedPicture
      transitionName={`course-${course.slug}`}
      src={course.imageUrl}
      alt=""
      width={800}
      height={450}
      {...loadingOf(first)}
    />
  );
  const Foot = form === 'row' ? RowPrice : PriceFoot;
  const price = course.product && priceProduct(course.product);
  return (
    <PictureCard
      level={level}
      href={salesPageUrl(course, lang)}
      title={course.title}
      {...(form !== 'row' && { text: course.summary })}
      picture={picture}
      form={form}
    >
      <ul className={styles.facts}>
        {rating && (
          <li>
            <Icon name="star" size={16} />
            {t('rating_of', { mean: meanText(rating.mean, lang), count: rating.count })}
          </li>
        )}
        {course.level && (
          <li>
            <Icon name="level" size={16} />
            {t(`level_${course.level}`)}
          </li>
        )}
        <li>
          <Icon name="clock" size={16} />
          {durationText(secondsOf(course.lessons), t)}
        </li>
        {form !== 'row' && (
          <>
            <li>
              <Icon name="list" size={16} />
              {site('lessons_count', { count: course.lessons.length })}
            </li>
            <li className={styles.languages}>
              <Icon name="speech" size={16} />
              {languageLine(course, lang, t)}
            </li>
          </>
        )}
      </ul>
      {price && (
        <Foot>
          <Price price={price} lang={lang} />
          {price.isReduced && <Badge tone="accent">{site('sale')}</Badge>}
        </Foot>
      )}
    </PictureCard>
  );
}

const RowPrice = ({ children }: { children: ReactNode }) => <div className={styles.rowPrice}>{children}</div>;

export const PriceFoot = ({ children }: { children: ReactNode }) => <div className={priceStyles.foot}>{children}</div>;

interface PriceProps {
  price: OrderPrice;
  lang: Language;
}

export async function Price({ price, lang }: PriceProps) {
  const t = await getTranslations('site');
  if (!price.isReduced)
    return <Money className={priceStyles.now} piastres={price.totalPiastres} lang={lang} free={t('free')} />;
  return (
    <span className={priceStyles.pair}>
      <VisuallyHidden>{t('old_price')} </VisuallyHidden>
      <Money struck piastres={price.listPiastres} lang={lang} />
      <VisuallyHidden> {t('sale_price')} </VisuallyHidden>
      <Money className={priceStyles.now} piastres={price.totalPiastres} lang={lang} free={t('free')} />
    </span>
  );
}

interface SpokenCourse {
  spokenLanguage: Language;
  voice: boolean;
  captions: readonly Language[];
}
interface Translate {
  (
    key: 'spoken_with_captions' | 'spoken_alone' | 'written_with_captions' | 'written_alone',
    values: { spoken: string; captions: string },
  ): string;
}

export function languageLine({ spokenLanguage, voice, captions }: SpokenCourse, lang: Language, t: Translate): string {
  return t(`${voice ? 'spoken' : 'written'}_${captions.length > 0 ? 'with_captions' : 'alone'}`, {
    spoken: languageName(spokenLanguage, lang),
    captions: languageList([...captions], lang),
  });
}

interface Messages {
  (key: 'minutes' | 'hours' | 'hours_and_minutes', values: Record<string, string | number>): string;
}

/** Rounds to whole minutes: `3 h 20 min`, `45 min`. */
export function durationText(seconds: number, t: Messages): string {
  const all = Math.round(seconds / 60);
  const hours = Math.floor(all / 60);
  const minutes = all % 60;
  if (hours === 0) return t('minutes', { minutes });
  return minutes === 0
    ? t('hours', { hours })
    : t('hours_and_minutes', { hours: t('hours', { hours }), minutes: t('minutes', { minutes }) });
}

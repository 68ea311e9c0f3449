import { getTranslations } from 'next-intl/server';
import { cairoDayOf } from '@/lib/clock';
import { listPublishedRatings, type RatingSummary } from '@/lib/courses/ratings/published-ratings';
import { formatDay } from '@/lib/i18n/format-date';
import { meanText } from '@/lib/i18n/number-texts';
import type { Language } from '@/lib/language';
import { Stars } from '../../_ui/form/stars';
import { Card } from '../../_ui/layout/card';
import styles from './course-ratings.module.css';

const mostShown = 12;

interface Props { courseSlug: string; teacher: string; summary: RatingSummary | undefined; lang: Language }

/** Row N4: what learners say, with the teacher's answers; null until there are enough ratings. */
export async function CourseRatings({ courseSlug, teacher, summary, lang }: Props) {
  if (!summary) return null;
  const [t, widget, ratings] = await Promise.all([getTranslations('ratings'), getTranslations('feedback'), listPublishedRatings(courseSlug, mostShown)]);
  return (
    <section id="ratings">
      <h2>{t('heading')}</h2>
      <p>{t('summary', { mean: meanText(summary.mean, lang), count: summary.count })}</p>
      <ul className={styles.ratings}>
        {ratings.map(({ id, stars, text, answer, changedAt, learner }) => (
          <Card as="li" key={id} className={styles.rating}>
            <p className={styles.head}>
              <Stars label={widget('rating_stars', { count: stars })} value={stars} />
              <span><bdi>{learner}</bdi> · <time dateTime={cairoDayOf(changedAt)}><bdi>{formatDay(changedAt, lang)}</bdi></time></span>
            </p>
            <p className={styles.text} dir="auto">{text}</p>
            {answer && (
              <blockquote className={styles.answer}>
                <p className={styles.by}>{t.rich('answered_by', { name: teacher, bdi: (text) => <bdi>{text}</bdi> })}</p>
                <p className={styles.text} dir="auto">{answer}</p>
              </blockquote>
            )}
          </Card>
        ))}
      </ul>
    </section>
  );
}

import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '@/components/ui/icon';
import { markPageDegraded } from '@/lib/cache/page-context';
import { cairoDayOf } from '@/lib/clock';
import { lessonsOf, secondsOf } from '@/lib/courses/catalogue/course';
import type { CourseOffer } from '@/lib/courses/catalogue/course-offer';
import { readLearnerCount } from '@/lib/courses/enrolment/enrolment';
import type { RatingSummary } from '@/lib/courses/ratings';
import { formatDay, meanText } from '@/lib/i18n/formats';
import { type Language, languageList, languageName } from '@/lib/language';
import type { Captioned } from '@/lib/lessons/captions/course-captions';
import { log } from '@/lib/log';
import { durationText } from './course-card';
import styles from './course-facts.module.css';

export async function CourseFacts({
  course,
  rating,
  lang,
}: {
  course: Captioned<CourseOffer>;
  rating: RatingSummary | undefined;
  lang: Language;
}) {
  const [t, learners] = await Promise.all([getTranslations('catalogue'), countLearners(course.slug)]);
  const {
    courseInfo: { level, spokenLanguage, voice },
    captions,
    updatedAt,
  } = course;
  const lessons = lessonsOf(course);
  const facts: Array<{ icon: IconName; name: string; value: ReactNode } | false | null | undefined> = [
    {
      icon: 'speech',
      name: t(voice ? 'spoken' : 'written'),
      value: voice
        ? languageName(spokenLanguage, lang)
        : t('written_in', { language: languageName(spokenLanguage, lang) }),
    },
    {
      icon: 'captions',
      name: t('captions'),
      value: captions.length > 0 ? languageList(captions, lang) : t('no_captions'),
    },
    level && { icon: 'level', name: t('level'), value: t(`level_${level}`) },
    { icon: 'clock', name: t('length'), value: durationText(secondsOf(lessons), t) },
    { icon: 'list', name: t('lessons'), value: String(lessons.length) },
    updatedAt && {
      icon: 'calendar',
      name: t('updated'),
      value: (
        <time dateTime={cairoDayOf(updatedAt)}>
          <bdi>{formatDay(updatedAt, lang)}</bdi>
        </time>
      ),
    },
    rating && {
      icon: 'star',
      name: t('rating'),
      value: <a href="#ratings">{t('rating_of', { mean: meanText(rating.mean, lang), count: rating.count })}</a>,
    },
    learners !== null && { icon: 'users', name: t('learners'), value: t('learners_from', { count: learners }) },
  ];
  return (
    <dl className={styles.facts} aria-label={t('facts')}>
      {facts
        .filter((fact) => !!fact)
        .map(({ icon, name, value }) => (
          <div key={icon} className={styles.fact}>
            <dt>
              <Icon name={icon} size={18} />
              {name}
            </dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

const countLearners = (slug: string): Promise<number | null> =>
  readLearnerCount(slug).catch((error: unknown) => {
    log.warn({ err: error, course: slug }, 'The learners of a course could not be counted');
    markPageDegraded();
    return null;
  });

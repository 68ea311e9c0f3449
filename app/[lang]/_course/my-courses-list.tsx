import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '../_ui/button';
import { Card } from '../_ui/card';
import { EmptyState } from '../_ui/empty-state';
import { minuteOf } from './minute-of';
import styles from './my-courses-list.module.css';
import { listMyCourses, type MyCourse } from '@/lib/courses/my-courses';
import type { Actor } from '@/lib/actor';
import type { Language } from '@/lib/language';

/** Row D10, My Courses: a card a course, where one was (row L8), and how far one is. */
export async function MyCoursesList({ actor, lang }: { actor: Actor; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const courses = await listMyCourses({ userId: actor.userId, lang });
  if (courses.length === 0) {
    return (
      <EmptyState icon="book" title={t('none_yet')} action={<ButtonLink href={`/${lang}/home#courses`}>{t('see_courses')}</ButtonLink>}>{t('none_yet_help')}</EmptyState>
    );
  }
  return <ul className={styles.list}>{courses.map((course) => <CourseCard key={course.name} course={course} lang={lang} />)}</ul>;
}

async function CourseCard({ course, lang }: { course: MyCourse; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const { played, total } = course.progress;
  const path = `/ar/course/${encodeURIComponent(course.name)}`;
  return (
    <Card as="li" padding="none" className={styles.card ?? ''}>
      <img className={styles.cover} src={course.imageUrl} alt="" width={640} height={360} loading="lazy" />
      <div className={styles.words}>
        <h2><Link href={path} prefetch={false}>{course.title}</Link></h2>
        <p>{course.description}</p>
        <p className={styles.progress}>
          <progress max={total} value={played} aria-label={t('progress')} />
          <span>{t('played_of', { played, total })}</span>
        </p>
        {course.continue && (
          <ButtonLink href={`/${lang}/course/${encodeURIComponent(course.name)}/${encodeURIComponent(course.continue.lesson)}`} prefetch={false} size="small" variant="secondary" icon="play">
            {t('continue_at', { lesson: course.continue.name, time: minuteOf(course.continue.positionSeconds) })}
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

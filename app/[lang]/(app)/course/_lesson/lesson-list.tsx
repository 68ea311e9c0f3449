import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Accordion } from '../../../_ui/layout/accordion';
import { Button } from '../../../_ui/button';
import { Icon } from '../../../_ui/icon';
import { positionText } from '@/lib/i18n/number-texts';
import styles from './lesson-list.module.css';
import { PlayedCount, PlayedMark } from './played-mark';
import { QuizLink } from './quiz-link';
import { lessonsOf, type Course } from '@/lib/courses/catalogue/course';
import { needsOf } from '@/lib/courses/progress/certificate';
import type { CourseQuiz } from '@/lib/courses/quizzes/course-quizzes';
import type { LocatedLesson } from '@/lib/courses/catalogue/locate-lesson';
import { hasSeenEnough } from '@/lib/courses/ratings/rate-course';
import type { CourseProgress } from '@/lib/courses/progress/progress';
import type { Language } from '@/lib/language';

interface Props { userId: string; course: Course; progress: CourseProgress; current: LocatedLesson | null; closedLessons: ReadonlySet<string>; quizzes: CourseQuiz[]; lang: Language }

/** Row L1: the chapters, one open at a time, the current lesson's first. */
export async function LessonList({ userId, course, progress, current, closedLessons, quizzes, lang }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const quizTexts = await getTranslations({ locale: lang, namespace: 'quiz' });
  const isPlayed = (file: string) => progress.lessons[file]?.played ?? false;
  const files = lessonsOf(course).map(({ file }) => file);
  const needs = needsOf(course, progress, quizzes);
  const base = `/${lang}/course/${encodeURIComponent(course.slug)}`;
  return (
    <section id="lessons" className={styles.list} aria-label={t('lessons')}>
      <PlayedCount courseSlug={course.slug} files={files} playedFiles={files.filter(isPlayed)} counts={[...files.keys(), files.length].map((played) => t('played_of', { played, total: files.length }))} label={t('progress')} />
      <Accordion group="chapters" sections={course.chapters.map((chapter, index) => ({
        id: `chapter-${index + 1}`,
        title: chapter.title,
        note: t('lesson_count', { count: chapter.lessons.length }),
        open: index === (current?.currentChapterIndex ?? 0),
        children: (
          <ol className={styles.lessons}>
            {chapter.lessons.map((lesson) => (
              <li key={lesson.file}>
                <Link className={styles.lesson} href={`${base}/${encodeURIComponent(lesson.file)}`} prefetch={false} aria-current={lesson.file === current?.lesson.file ? 'page' : undefined}>
                  {closedLessons.has(lesson.file)
                    ? <Icon name="lock" size={20} />
                    : <PlayedMark courseSlug={course.slug} file={lesson.file} isPlayed={isPlayed(lesson.file)} labels={{ played: t('played'), notPlayed: t('not_played') }} />}
                  <span className={styles.name}>
                    {lesson.name}
                    {closedLessons.has(lesson.file) && <span className={styles.closed}>{t('lesson_closed')}</span>}
                  </span>
                  <bdi className={styles.length}>{positionText(lesson.durationSeconds)}</bdi>
                </Link>
                {quizzes.filter(({ afterLesson }) => afterLesson === lesson.file).map((quiz) => <QuizLink key={quiz.id} courseSlug={course.slug} quiz={quiz} lang={lang} />)}
              </li>
            ))}
          </ol>
        ),
      }))} />
      <Link className={styles.feedback} href={`${base}/feedback`} prefetch={false} aria-current={current ? undefined : 'page'}>{t('feedback')}</Link>
      {hasSeenEnough(course, progress) && <Link className={styles.feedback} href={`${base}/rating`} prefetch={false}>{t('rate')}</Link>}
      {!needs.lessons && needs.quizzes.length > 0 && (
        <div className={styles.done}>
          <p>{quizTexts('missing_for_certificate')}</p>
          {needs.quizzes.map((quiz) => <QuizLink key={quiz.id} courseSlug={course.slug} quiz={quiz} lang={lang} />)}
        </div>
      )}
      {!needs.lessons && needs.quizzes.length === 0 && (
        <form className={styles.done} method="post" action={`/api/user/${encodeURIComponent(userId)}/certificate/${encodeURIComponent(course.slug)}`}>
          <p>{t('completed')}</p>
          <Button type="submit" wide icon="certificate">{t('get_certificate')}</Button>
        </form>
      )}
    </section>
  );
}

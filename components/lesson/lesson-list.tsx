import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Accordion } from '@/components/layout/accordion';
import { ClientMessages } from '@/components/messages/client-messages';
import { Icon } from '@/components/ui/icon';
import { isEnabled } from '@/lib/content/enabled-features';
import { type Course, lessonsOf } from '@/lib/courses/catalogue/course';
import type { LocatedLesson } from '@/lib/courses/enrolment/open-lesson';
import type { CourseProgress } from '@/lib/courses/progress/progress';
import { hasWatchedEnough } from '@/lib/courses/ratings';
import { positionText } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import type { CourseQuiz } from '@/lib/quizzes/course-quizzes';
import { CourseCertificate } from './course-certificate';
import type { CourseQuery } from './page-segments';
import { PlayedCount, PlayedMark } from './played-mark';
import { QuizLink } from './quiz-link';
import styles from './lesson-list.module.css';

interface Props {
  actor: Actor;
  course: Course;
  progress: CourseProgress;
  current: LocatedLesson | null;
  closedLessons: ReadonlySet<string>;
  quizzes: CourseQuiz[];
  query: CourseQuery;
  lang: Language;
}

export async function LessonList({ actor, course, progress, current, closedLessons, quizzes, query, lang }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const isPlayed = (file: string) => progress.lessons[file]?.played ?? false;
  const files = lessonsOf(course).map(({ file }) => file);
  const currentFile = current?.lesson.file ?? null;
  const base = `/${lang}/course/${encodeURIComponent(course.slug)}`;
  return (
    <ClientMessages lang={lang} namespaces={['courses']}>
      <section id="lessons" className={styles.list} aria-label={t('lessons')}>
        <PlayedCount
          userId={actor.userId}
          courseSlug={course.slug}
          files={files}
          playedFiles={files.filter(isPlayed)}
        />
        <Accordion
          group="chapters"
          sections={course.chapters.map((chapter, index) => ({
            id: `chapter-${index + 1}`,
            title: chapter.title,
            note: t('lesson_count', { count: chapter.lessons.length }),
            open: index === (current?.currentChapterIndex ?? 0),
            children: (
              <ol className={styles.lessons}>
                {chapter.lessons.map((lesson) => (
                  <li key={lesson.file}>
                    <Link
                      className={styles.lesson}
                      href={`${base}/${encodeURIComponent(lesson.file)}`}
                      prefetch={false}
                      aria-current={lesson.file === current?.lesson.file ? 'page' : undefined}
                    >
                      {closedLessons.has(lesson.file) ? (
                        <Icon name="lock" size={20} />
                      ) : (
                        <PlayedMark
                          userId={actor.userId}
                          courseSlug={course.slug}
                          file={lesson.file}
                          isPlayed={isPlayed(lesson.file)}
                        />
                      )}
                      <span className={styles.name}>
                        {lesson.name}
                        {closedLessons.has(lesson.file) && <span className={styles.closed}>{t('lesson_closed')}</span>}
                      </span>
                      <bdi className={styles.length}>{positionText(lesson.durationSeconds)}</bdi>
                    </Link>
                    {quizzes
                      .filter(({ afterLesson }) => afterLesson === lesson.file)
                      .map((quiz) => (
                        <QuizLink key={quiz.id} courseSlug={course.slug} quiz={quiz} lang={lang} />
                      ))}
                  </li>
                ))}
              </ol>
            ),
          }))}
        />
        <Link
          className={styles.feedback}
          href={`${base}/feedback`}
          prefetch={false}
          aria-current={current ? undefined : 'page'}
        >
          {t('feedback')}
        </Link>
        {hasWatchedEnough(course, progress) && (await isEnabled('ratings')) && (
          <Link className={styles.feedback} href={`${base}/rating`} prefetch={false}>
            {t('rate')}
          </Link>
        )}
        <CourseCertificate
          actor={actor}
          course={course}
          progress={progress}
          quizzes={quizzes}
          file={currentFile}
          lang={lang}
          isAllOpened={files.every((file) => file === currentFile || isPlayed(file))}
          error={query.section === 'certificate' ? query.error : undefined}
        />
      </section>
    </ClientMessages>
  );
}

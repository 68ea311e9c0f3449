import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Icon } from '../../../_ui/icon';
import { positionText } from '@/lib/i18n/number-texts';
import { LessonPlayer } from '../../../_player/lesson-player';
import { LessonProgress } from '../../../_player/progress/lesson-progress';
import styles from './course-view.module.css';
import { ClosedLesson } from './closed-lesson';
import { CourseFeedback } from './course-feedback';
import { LessonList } from './lesson-list';
import type { CourseQuery } from './segments';
import { LessonSections } from '../_sections/lesson-sections';
import { QuizLink } from './quiz-link';
import { playerLabels } from '../../../_player/player-labels';
import { playerLesson } from '../../../_player/player-lesson';
import type { Actor } from '@/lib/actor';
import { now } from '@/lib/clock';
import { isOn } from '@/lib/content/capabilities';
import { readSiteConfig } from '@/lib/content/read';
import { lessonPath, type Lesson } from '@/lib/courses/catalogue/course';
import type { OpenedCourse } from '@/lib/courses/enrolment/open-lesson';
import { listCourseQuizzes } from '@/lib/courses/quizzes/course-quizzes';
import type { Language } from '@/lib/language';
import { describeLesson, watermarkOf } from '@/lib/video/playback/describe-video';
import { recordAccess } from '@/lib/video/playback/playback-access';

type Open = Extract<OpenedCourse, { state: 'open' }>;
interface Props { actor: Actor; lang: Language; opened: Open; query: CourseQuery }

export async function CourseView({ actor, lang, opened, query }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const { course, progress, located, continuePoint, closedLessons } = opened;
  const quizzes = await listCourseQuizzes({ actor, course, lang, now: now() });
  const goOn = continuePoint && located && continuePoint.lesson !== located.lesson.file && continuePoint.positionSeconds >= 1 ? continuePoint : null;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p className={styles.course}>{course.title}</p>
        {goOn && (
          <Link className={styles.continue} href={lessonPath(lang, course.slug, goOn.lesson)} prefetch={false}>
            <Icon name="play" size={18} /><span>{t.rich('continue_at', { lesson: goOn.name, time: positionText(goOn.positionSeconds), bdi: (text) => <bdi>{text}</bdi> })}</span>
          </Link>
        )}
      </header>
      <div className={styles.main}>
        {located ? <LessonVideo actor={actor} lang={lang} opened={opened} located={located} query={query} /> : <CourseFeedback actor={actor} lang={lang} courseSlug={course.slug} query={query} />}
        {quizzes.filter(({ afterLesson }) => afterLesson === located?.lesson.file).map((quiz) => <QuizLink key={quiz.id} courseSlug={course.slug} quiz={quiz} lang={lang} />)}
      </div>
      <LessonList actor={actor} course={course} progress={progress} current={located} closedLessons={closedLessons} quizzes={quizzes} query={query} lang={lang} />
    </div>
  );
}

interface LessonVideoProps { actor: Actor; lang: Language; opened: Open; located: NonNullable<Open['located']>; query: CourseQuery }

async function LessonVideo({ actor, lang, opened, located, query }: LessonVideoProps) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const player = await getTranslations({ locale: lang, namespace: 'player' });
  const site = await readSiteConfig();
  const { course, progress, closedLessons } = opened;
  const { lesson, prevLesson, nextLesson } = located;
  const isClosed = closedLessons.has(lesson.file);
  const view = isClosed ? null : await describeLesson({
    userId: actor.userId, course, lesson,
    positionSeconds: progress.lessons[lesson.file]?.positionSeconds ?? 0,
    watermark: site?.player?.watermark !== false && actor.email ? watermarkOf(actor.email) : null,
  });
  // The page has the whole transcript.
  if (view && view.captions.length > 0) await recordAccess(actor, course.slug, lesson, now());
  const sections = <LessonSections key={lesson.file} actor={actor} lang={lang} courseSlug={course.slug} lesson={lesson} query={query} video={view} />;
  return (
    <>
      <nav className={styles.lessonBar} aria-label={t('lesson_navigation')}>
        <Step lang={lang} slug={course.slug} lesson={prevLesson} label={t('previous')} icon="arrow-left" />
        <h1 className={styles.name}>{lesson.name}</h1>
        <Step lang={lang} slug={course.slug} lesson={nextLesson} label={t('next')} icon="arrow" />
      </nav>
      {isClosed && <ClosedLesson actor={actor} lang={lang} courseSlug={course.slug} />}
      {view && (
        <LessonPlayer key={lesson.file} lesson={query.t === undefined ? { ...await playerLesson(view, lang), placeAtMs: progress.lessons[lesson.file]?.updatedAt.getTime() ?? 0 } : await playerLesson({ ...view, resumeSeconds: query.t }, lang)} lang={lang} labels={{ ...playerLabels(player), keys: (await isOn('notes')) ? `${player('keys')} · ${player('keys_note')}` : player('keys') }}>
          <LessonProgress userId={actor.userId} courseSlug={course.slug} file={lesson.file} />
          {sections}
        </LessonPlayer>
      )}
      {!view && !isClosed && (
        <>
          <p className={styles.noVideo} role="alert">{t('no_video')}</p>
          {sections}
        </>
      )}
    </>
  );
}

interface StepProps { lang: Language; slug: string; lesson: Lesson | null; label: string; icon: 'arrow' | 'arrow-left' }

/** Nothing at the ends, but its space is reserved so that the name does not jump. */
function Step({ lang, slug, lesson, label, icon }: StepProps) {
  if (!lesson) return <span className={styles.step} />;
  return (
    <Link className={styles.step} href={lessonPath(lang, slug, lesson.file)} prefetch={false} rel={icon === 'arrow' ? 'next' : 'prev'} title={lesson.name}>
      <Icon name={icon} />
      <span className={styles.stepWord}>{label}</span>
    </Link>
  );
}

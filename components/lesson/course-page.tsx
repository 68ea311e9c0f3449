import Link from 'next/link';
import { permanentRedirect, redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Unavailable } from '@/components/account/unavailable';
import { LessonSections } from '@/components/lesson-sections/lesson-sections';
import { HelpLink } from '@/components/payment/help-link';
import { LessonPlayer } from '@/components/player/lesson-player';
import { playerLabels, readPlayerLesson } from '@/components/player/player-lesson';
import { LessonProgress } from '@/components/player/progress/lesson-progress';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Icon } from '@/components/ui/icon';
import { bdi } from '@/components/ui/text/bdi';
import { requireLearner } from '@/lib/accounts/sessions/current-actor';
import { setPageStatus } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { isEnabled } from '@/lib/content/enabled-features';
import { readSiteConfig } from '@/lib/content/read';
import { type Lesson, lessonPath } from '@/lib/courses/catalogue/course';
import { openLesson, type OpenLessonResult } from '@/lib/courses/enrolment/open-lesson';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { formatDay, positionText } from '@/lib/i18n/formats';
import type { Language } from '@/lib/language';
import { describeLesson, watermarkOf } from '@/lib/lessons/playback/describe-video';
import { recordAccess } from '@/lib/lessons/playback/playback-access';
import { logMissingContent } from '@/lib/log';
import { findRequestedRefund } from '@/lib/orders/refunds/refund-policy';
import type { Actor } from '@/lib/permissions';
import { listCourseQuizzes } from '@/lib/quizzes/course-quizzes';
import { CourseFeedback } from './course-feedback';
import { LessonList } from './lesson-list';
import type { CourseQuery } from './page-segments';
import { QuizLink } from './quiz-link';
import styles from './course-view.module.css';

interface Props {
  lang: Language;
  slug: string;
  video: string | null;
  query: CourseQuery;
}

/** Renders a lesson (rows L1–L5) after the guards of rows G1, G3 and G5. */
export async function CoursePage({ lang, slug, video, query }: Props) {
  const page = await nullIfUnreachable(() => renderLesson({ lang, slug, video, query }));
  return page ?? <Unavailable lang={lang} />;
}

const pathOf = (lang: Language, slug: string, video: string | null) =>
  `/${[lang, 'course', slug, ...(video ? [video] : [])].map(encodeURIComponent).join('/')}`;

async function renderLesson({ lang, slug, video, query }: Props) {
  const path = pathOf(lang, slug, video);
  const actor = await requireLearner(path);
  const opened = await openLesson({ actor, slug, video, lang, now: now() });
  if (opened.state === 'moved') permanentRedirect(pathOf(lang, opened.slug, video));
  if (opened.state === 'not-purchased') {
    redirect(
      opened.productKey ? `/${lang}/payment?product=${encodeURIComponent(opened.productKey)}` : `/${lang}/payment`,
    );
  }
  if (opened.state === 'missing' || (!opened.located && video !== 'feedback'))
    return <CourseNotFound lang={lang} path={path} />;
  return <CourseView actor={actor} lang={lang} opened={opened} query={query} />;
}

export async function CourseNotFound({ lang, path }: { lang: Language; path: string }) {
  logMissingContent(path);
  setPageStatus(404);
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  return (
    <div>
      <EmptyState
        icon="book"
        title={<h1>{t('not_found')}</h1>}
        action={<a href={`/${lang}/profile/myCourses`}>{t('my_courses')}</a>}
      >
        {t('not_found_help')}
      </EmptyState>
    </div>
  );
}

type OpenCourse = Extract<OpenLessonResult, { state: 'open' }>;
interface CourseViewProps {
  actor: Actor;
  lang: Language;
  opened: OpenCourse;
  query: CourseQuery;
}

async function CourseView({ actor, lang, opened, query }: CourseViewProps) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const { course, progress, located, continuePoint, closedLessons } = opened;
  const quizzes = await listCourseQuizzes({ actor, course, lang, now: now() });
  const continueTarget =
    continuePoint && located && continuePoint.lesson !== located.lesson.file && continuePoint.positionSeconds >= 1
      ? continuePoint
      : null;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <p className={styles.course}>{course.title}</p>
        {continueTarget && (
          <Link
            className={styles.continue}
            href={lessonPath(lang, course.slug, continueTarget.lesson)}
            prefetch={false}
          >
            <Icon name="play" size={18} />
            <span>
              {t.rich('continue_at', {
                lesson: continueTarget.name,
                time: positionText(continueTarget.positionSeconds),
                bdi,
              })}
            </span>
          </Link>
        )}
      </header>
      <div className={styles.main}>
        {located ? (
          <LessonVideo actor={actor} lang={lang} opened={opened} located={located} query={query} />
        ) : (
          <CourseFeedback actor={actor} lang={lang} courseSlug={course.slug} query={query} />
        )}
        {quizzes
          .filter(({ afterLesson }) => afterLesson === located?.lesson.file)
          .map((quiz) => (
            <QuizLink key={quiz.id} courseSlug={course.slug} quiz={quiz} lang={lang} />
          ))}
      </div>
      <LessonList
        actor={actor}
        course={course}
        progress={progress}
        current={located}
        closedLessons={closedLessons}
        quizzes={quizzes}
        query={query}
        lang={lang}
      />
    </div>
  );
}

interface LessonVideoProps {
  actor: Actor;
  lang: Language;
  opened: OpenCourse;
  located: NonNullable<OpenCourse['located']>;
  query: CourseQuery;
}

async function LessonVideo({ actor, lang, opened, located, query }: LessonVideoProps) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const player = await getTranslations({ locale: lang, namespace: 'player' });
  const site = await readSiteConfig();
  const { course, progress, closedLessons } = opened;
  const { lesson, prevLesson, nextLesson } = located;
  const isClosed = closedLessons.has(lesson.file);
  const view = isClosed
    ? null
    : await describeLesson({
        userId: actor.userId,
        course,
        lesson,
        positionSeconds: progress.lessons[lesson.file]?.positionSeconds ?? 0,
        watermark: site?.player?.watermark !== false && actor.email ? watermarkOf(actor.email) : null,
      });
  // Record access before playback, because the page already contains the whole transcript.
  if (view && view.captions.length > 0) await recordAccess(actor, course.slug, lesson, now());
  const sections = (
    <LessonSections
      key={lesson.file}
      actor={actor}
      lang={lang}
      courseSlug={course.slug}
      lesson={lesson}
      query={query}
      video={view}
    />
  );
  return (
    <>
      <nav className={styles.lessonBar} aria-label={t('lesson_navigation')}>
        <NeighbourLink lang={lang} slug={course.slug} lesson={prevLesson} label={t('previous')} icon="arrow-left" />
        <h1 className={styles.name}>{lesson.name}</h1>
        <NeighbourLink lang={lang} slug={course.slug} lesson={nextLesson} label={t('next')} icon="arrow" />
      </nav>
      {isClosed && <ClosedLesson actor={actor} lang={lang} courseSlug={course.slug} />}
      {view && (
        <LessonPlayer
          key={lesson.file}
          lesson={
            query.t === undefined
              ? {
                  ...(await readPlayerLesson(view, lang)),
                  placeAtMs: progress.lessons[lesson.file]?.updatedAt.getTime() ?? 0,
                }
              : await readPlayerLesson({ ...view, resumeSeconds: query.t }, lang)
          }
          lang={lang}
          labels={{
            ...playerLabels(player),
            keys: (await isEnabled('notes')) ? `${player('keys')} · ${player('keys_note')}` : player('keys'),
          }}
        >
          <LessonProgress userId={actor.userId} courseSlug={course.slug} file={lesson.file} />
          {sections}
        </LessonPlayer>
      )}
      {!view && !isClosed && (
        <>
          <p className={styles.noVideo} role="alert">
            {t('no_video')}
          </p>
          {sections}
        </>
      )}
    </>
  );
}

interface NeighbourLinkProps {
  lang: Language;
  slug: string;
  lesson: Lesson | null;
  label: string;
  icon: 'arrow' | 'arrow-left';
}

/** Renders an empty space if there is no neighbour, so that the lesson's name between the links does not move. */
function NeighbourLink({ lang, slug, lesson, label, icon }: NeighbourLinkProps) {
  if (!lesson) return <span className={styles.step} />;
  return (
    <Link
      className={styles.step}
      href={lessonPath(lang, slug, lesson.file)}
      prefetch={false}
      rel={icon === 'arrow' ? 'next' : 'prev'}
      title={lesson.name}
    >
      <Icon name={icon} />
      <span className={styles.stepWord}>{label}</span>
    </Link>
  );
}

export async function ClosedLesson({ actor, lang, courseSlug }: { actor: Actor; lang: Language; courseSlug: string }) {
  const [t, refund, refundRequest] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'courses' }),
    getTranslations({ locale: lang, namespace: 'refund' }),
    findRequestedRefund(actor, courseSlug),
  ]);
  const number = String(refundRequest?.number ?? '');
  return (
    <EmptyState
      icon="lock"
      title={<h2>{t('closed_title')}</h2>}
      action={
        <>
          <ButtonLink href={`/${lang}/profile/payments`}>{t('closed_request')}</ButtonLink>
          {refundRequest && <HelpLink lang={lang} message={refund('help_message', { number })} />}
        </>
      }
    >
      {refundRequest && (
        <>
          <p>{t('closed_why', { date: formatDay(refundRequest.requestedAt, lang), number })}</p>
          <p>{t('closed_next', { due: formatDay(refundRequest.dueAt, lang) })}</p>
        </>
      )}
    </EmptyState>
  );
}

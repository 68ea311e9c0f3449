import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Button, ButtonLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { bdi } from '@/components/ui/text/bdi';
import { type Course, lessonPath } from '@/lib/courses/catalogue/course';
import {
  type CertificateNeeds,
  findNextToWatch,
  findOwnCertificate,
  listCertificateNeeds,
} from '@/lib/courses/progress/certificate';
import { type CourseProgress, finishedPercent } from '@/lib/courses/progress/progress';
import type { Language } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import type { CourseQuiz } from '@/lib/quizzes/course-quizzes';
import { readFormError } from './page-segments';
import { QuizLink } from './quiz-link';
import styles from './lesson-list.module.css';

interface Props {
  actor: Actor;
  course: Course;
  progress: CourseProgress;
  quizzes: CourseQuiz[];
  file: string | null;
  isAllOpened: boolean;
  error: string | undefined;
  lang: Language;
}

export async function CourseCertificate({ actor, course, progress, quizzes, file, isAllOpened, error, lang }: Props) {
  const issued = await findOwnCertificate(actor, course.slug);
  if (issued) return <Issued actor={actor} courseSlug={course.slug} issued={issued} error={error} lang={lang} />;
  const needs = listCertificateNeeds(course, progress, quizzes);
  if (needs && needs.lessons.length > 0 && isAllOpened)
    return <MissingLessons course={course} missing={needs.lessons} file={file} lang={lang} />;
  if (!needs || needs.lessons.length > 0) return null;
  return needs.quizzes.length > 0 ? (
    <MissingQuizzes courseSlug={course.slug} missing={needs.quizzes} lang={lang} />
  ) : (
    <IssueCertificateForm actor={actor} courseSlug={course.slug} error={error} lang={lang} />
  );
}

async function MissingLessons({
  course,
  missing,
  file,
  lang,
}: Pick<Props, 'course' | 'file' | 'lang'> & { missing: CertificateNeeds['lessons'] }) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const next = findNextToWatch(course, missing, file);
  return (
    <div className={styles.done}>
      <p>
        {t('certificate_lessons', { count: missing.length })} {t('certificate_counts', { percent: finishedPercent })}
      </p>
      {next && (
        <ButtonLink href={lessonPath(lang, course.slug, next.file)} prefetch={false} variant="secondary" icon="play">
          <span>{t.rich('continue_lesson', { lesson: next.name, bdi })}</span>
        </ButtonLink>
      )}
    </div>
  );
}

async function MissingQuizzes({
  courseSlug,
  missing,
  lang,
}: {
  courseSlug: string;
  missing: CourseQuiz[];
  lang: Language;
}) {
  const t = await getTranslations({ locale: lang, namespace: 'quiz' });
  return (
    <div className={styles.done}>
      <p>{t('missing_for_certificate')}</p>
      {missing.map((quiz) => (
        <QuizLink key={quiz.id} courseSlug={courseSlug} quiz={quiz} lang={lang} />
      ))}
    </div>
  );
}

interface CertificateStateProps {
  actor: Actor;
  courseSlug: string;
  error: string | undefined;
  lang: Language;
}

const actionOf = (userId: string, courseSlug: string) =>
  `/api/user/${encodeURIComponent(userId)}/certificate/${encodeURIComponent(courseSlug)}`;

async function IssueCertificateForm({ actor, courseSlug, error, lang }: CertificateStateProps) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  return (
    <form className={styles.done} method="post" action={actionOf(actor.userId, courseSlug)}>
      <Failure error={error} lang={lang} />
      <p>{t('completed')}</p>
      <p>
        {t.rich('certificate_name', { name: actor.name, bdi })}{' '}
        <Link href={`/${lang}/profile/details`} prefetch={false}>
          {t('certificate_change_name')}
        </Link>
      </p>
      <Button type="submit" wide icon="certificate">
        {t('get_certificate')}
      </Button>
    </form>
  );
}

async function Issued({
  actor,
  courseSlug,
  issued,
  error,
  lang,
}: CertificateStateProps & { issued: { id: string; name: string } }) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  return (
    <div className={styles.done}>
      <Failure error={error} lang={lang} />
      <p>
        {t.rich('certificate_issued', { name: issued.name, bdi })}{' '}
        {issued.name === actor.name && (
          <Link href={`/${lang}/profile/details`} prefetch={false}>
            {t('certificate_change_name')}
          </Link>
        )}
      </p>
      <ButtonLink href={`/${lang}/certificate/${issued.id}`} prefetch={false} wide icon="certificate">
        {t('open_certificate')}
      </ButtonLink>
      {issued.name !== actor.name && (
        <form className={styles.again} method="post" action={`${actionOf(actor.userId, courseSlug)}/name`}>
          <p>{t.rich('certificate_renew_help', { name: actor.name, bdi })}</p>
          <Button type="submit" wide variant="secondary">
            {t('renew_certificate')}
          </Button>
        </form>
      )}
    </div>
  );
}

async function Failure({ error, lang }: { error: string | undefined; lang: Language }) {
  const failed = await readFormError(error, lang);
  return (
    failed && (
      <Notice tone="danger" alert>
        {failed.text}
      </Notice>
    )
  );
}

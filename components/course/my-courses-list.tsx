import { getTranslations } from 'next-intl/server';
import { Picture } from '@/components/layout/picture';
import { PictureCard, PictureCards } from '@/components/layout/picture-card';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { bdi } from '@/components/ui/text/bdi';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import { listMyCourses, type MyCourse } from '@/lib/courses/enrolment/my-courses';
import { listOwnCertificates } from '@/lib/courses/progress/certificate';
import { positionText } from '@/lib/i18n/formats';
import { defaultLanguage, type Language } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import styles from './my-courses-list.module.css';

export async function MyCoursesList({ actor, lang }: { actor: Actor; lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const [courses, certificates] = await Promise.all([
    listMyCourses({ actor, userId: actor.userId, lang }),
    listOwnCertificates(actor),
  ]);
  if (courses.length === 0) {
    return (
      <EmptyState
        icon="book"
        title={t('none_yet')}
        action={<ButtonLink href={await readCoursesUrl(lang)}>{t('see_courses')}</ButtonLink>}
      >
        {t('none_yet_help')}
      </EmptyState>
    );
  }
  return (
    <PictureCards>
      {courses.map((course) => (
        <CourseCard key={course.name} course={course} certificate={certificates.get(course.name)} lang={lang} />
      ))}
    </PictureCards>
  );
}

async function CourseCard({
  course,
  certificate,
  lang,
}: {
  course: MyCourse;
  certificate: string | undefined;
  lang: Language;
}) {
  const t = await getTranslations({ locale: lang, namespace: 'courses' });
  const {
    progress: { played, total },
    continue: continueTarget,
  } = course;
  const path = `/${defaultLanguage}/course/${encodeURIComponent(course.name)}`;
  const picture = <Picture src={course.imageUrl} alt="" width={800} height={450} loading="lazy" decoding="async" />;
  return (
    <PictureCard level={2} href={path} title={course.title} text={course.description} picture={picture}>
      <div className={styles.progress}>
        <progress max={total} value={played} aria-label={t('progress')} />
        <span>{t('played_of', { played, total })}</span>
      </div>
      {continueTarget && (
        <ButtonLink
          className={styles.go}
          href={`/${lang}/course/${encodeURIComponent(course.name)}/${encodeURIComponent(continueTarget.lesson)}`}
          prefetch={false}
          size="small"
          variant="secondary"
          icon="play"
        >
          <span>
            {continueTarget.positionSeconds < 1
              ? t.rich('continue_lesson', { lesson: continueTarget.name, bdi })
              : t.rich('continue_at', {
                  lesson: continueTarget.name,
                  time: positionText(continueTarget.positionSeconds),
                  bdi,
                })}
          </span>
        </ButtonLink>
      )}
      {certificate && (
        <ButtonLink
          className={styles.go}
          href={`/${lang}/certificate/${certificate}`}
          prefetch={false}
          size="small"
          variant="quiet"
          icon="certificate"
        >
          {t('open_certificate')}
        </ButtonLink>
      )}
    </PictureCard>
  );
}

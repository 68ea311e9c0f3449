import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { Unavailable } from '@/components/account/unavailable';
import { RatingForm } from '@/components/course/rating-form';
import { Card } from '@/components/layout/card';
import {
  type CourseProps,
  type CourseSegments,
  createCourseMetadata,
  readCourseSegments,
  readFormError,
} from '@/components/lesson/page-segments';
import { ClientMessages } from '@/components/messages/client-messages';
import { Notice } from '@/components/ui/feedback/notice';
import { LineLink } from '@/components/ui/navigation/text-link';
import { bdi } from '@/components/ui/text/bdi';
import { requireLearner } from '@/lib/accounts/sessions/current-actor';
import { readSavedFormOfPage } from '@/lib/api/form-posts';
import { readRating } from '@/lib/courses/ratings';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import styles from './rating.module.css';

export const generateMetadata = async (props: CourseProps): Promise<Metadata> =>
  createCourseMetadata({ ...(await readCourseSegments(props)), video: null });

export default async function RatingPage(props: CourseProps) {
  const segments = await readCourseSegments(props);
  return (await nullIfUnreachable(() => renderRating(segments))) ?? <Unavailable lang={segments.lang} />;
}

async function renderRating({ lang, slug, query }: CourseSegments) {
  const path = `/${lang}/course/${encodeURIComponent(slug)}`;
  const actor = await requireLearner(`${path}/rating`);
  const rating = await readRating(actor, slug, lang);
  if (!rating) redirect(path);
  const { course, own: ownRating, mayRate } = rating;
  const t = await getTranslations('ratings');
  const saved = query.error ? await readSavedFormOfPage() : null;
  return (
    <div className={styles.page}>
      <Card as="section" className={styles.card}>
        <h1>{t.rich('title', { course: course.title, bdi })}</h1>
        {query.sent && ownRating && (
          <Notice tone="success" alert>
            {t(ownRating.status === 'published' ? 'sent_published' : 'sent_waiting')}
          </Notice>
        )}
        {mayRate ? (
          <>
            <p>{t('intro')}</p>
            {ownRating?.status === 'hidden' && <Notice tone="notice">{t('hidden')}</Notice>}
            <ClientMessages lang={lang} namespaces={['ratings', 'feedback']}>
              <RatingForm
                action={`/api/user/${encodeURIComponent(actor.userId)}/rating/${encodeURIComponent(slug)}`}
                isChange={ownRating !== null}
                stars={Number(saved?.fields.stars ?? ownRating?.stars ?? 0)}
                text={String(saved?.fields.text ?? ownRating?.text ?? '')}
                errors={saved?.errors ?? {}}
                error={(await readFormError(query.error, lang))?.text ?? null}
              />
            </ClientMessages>
          </>
        ) : (
          <p>{t('too_early')}</p>
        )}
        <p>
          <LineLink href={path} prefetch={false}>
            {t('back')}
          </LineLink>
        </p>
      </Card>
    </div>
  );
}

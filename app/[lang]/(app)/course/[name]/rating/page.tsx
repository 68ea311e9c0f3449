import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { LineLink } from '../../../../_ui/navigation/text-link';
import { RatingForm } from './rating-form';
import styles from './rating.module.css';
import { Unavailable } from '../../../../_account/unavailable';
import { Notice } from '../../../../_ui/feedback/notice';
import { Card } from '../../../../_ui/layout/card';
import { courseMetadata } from '../../_lesson/course-metadata';
import { formError } from '../../_sections/form-error';
import { segmentsOf, type CourseProps, type CourseSegments } from '../../_lesson/segments';
import { savedFormOfPage } from '@/lib/api/saved-form';
import { requireLearner } from '@/lib/auth/sessions/current-actor';
import { readRating } from '@/lib/courses/ratings/rate-course';
import { reachable } from '@/lib/guards/reachable';

export const generateMetadata = async (props: CourseProps): Promise<Metadata> => courseMetadata({ ...(await segmentsOf(props)), video: null });

/** Row N4: what a learner says of a course, to everybody. */
export default async function RatingPage(props: CourseProps) {
  const segments = await segmentsOf(props);
  return (await reachable(() => show(segments))) ?? <Unavailable lang={segments.lang} />;
}

async function show({ lang, slug, query }: CourseSegments) {
  const path = `/${lang}/course/${encodeURIComponent(slug)}`;
  const actor = await requireLearner(`${path}/rating`);
  const rating = await readRating(actor, slug, lang);
  // The course's page says what is missing: the course, or its purchase.
  if (!rating) redirect(path);
  const { course, own: known, mayRate } = rating;
  const [t, widget] = await Promise.all([getTranslations('ratings'), getTranslations('feedback')]);
  const saved = query.error ? await savedFormOfPage() : null;
  const labels = {
    rating: { legend: t('stars'), cancel: '', stars: widget.raw('rating_stars') as string }, text: t('text'), help: t('text_help'), submit: known ? t('change') : t('send'),
    busy: widget('busy'), failed: t('failed'), sent: { waiting: t('sent_waiting'), published: t('sent_published'), hidden: t('sent_waiting') },
  };
  return (
    <div className={styles.page}>
      <Card as="section" className={styles.card}>
        <h1>{t.rich('title', { course: course.title, bdi: (text) => <bdi>{text}</bdi> })}</h1>
        {query.sent && known && <Notice tone="success" alert>{labels.sent[known.status]}</Notice>}
        {mayRate ? (
          <>
            <p>{t('intro')}</p>
            {known?.status === 'hidden' && <Notice tone="notice">{t('hidden')}</Notice>}
            <RatingForm
              action={`/api/user/${encodeURIComponent(actor.userId)}/rating/${encodeURIComponent(slug)}`} labels={labels}
              stars={Number(saved?.fields.stars ?? known?.stars ?? 0)} text={String(saved?.fields.text ?? known?.text ?? '')} errors={saved?.errors ?? {}} refused={(await formError(query.error, lang))?.text ?? null}
            />
          </>
        ) : <p>{t('too_early')}</p>}
        <p><LineLink href={path} prefetch={false}>{t('back')}</LineLink></p>
      </Card>
    </div>
  );
}

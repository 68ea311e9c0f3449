import { listFeedback, readMeans } from '@/lib/admin/feedback';
import { pageNumber } from '@/lib/admin/page-of';
import { Card } from '../../../_ui/card';
import { EmptyState } from '../../../_ui/empty-state';
import { adminMetadata, adminPage, textIn, type Query } from '../_parts/admin-page';
import { Facts } from '../_parts/facts';
import { FigureRow } from '../_parts/figure-row';
import { countText, timeText } from '../_parts/format';
import { PageHead } from '../_parts/page-head';
import { Pager } from '../_parts/pager';

type Props = { params: Promise<{ lang: string }>; searchParams: Promise<Query> };

export const generateMetadata = async ({ params }: Props) => adminMetadata((await params).lang, 'section_feedback');

/** Row O8: what learners think of their courses. */
export default async function FeedbackPage({ params, searchParams }: Props) {
  const asked = pageNumber.safeParse(textIn(await searchParams).page).data ?? 1;
  return adminPage({ lang: (await params).lang, path: '/feedback', section: 'feedback' }, async ({ actor, lang, t }) => {
    const [{ rows, page, hasNext }, means] = await Promise.all([listFeedback(actor, asked), readMeans(actor)]);
    return (
      <>
        <PageHead title={t('section_feedback')} intro={t('feedback_intro')} />
        {means.length > 0 && (
          <FigureRow figures={means.map(({ courseSlug, mean, count }) => ({ label: courseSlug, value: t('stars', { stars: mean.toFixed(1) }), note: t('ratings', { count }) }))} />
        )}
        {rows.length === 0 && <EmptyState icon="star" title={t('no_feedback')} />}
        {rows.map((row) => (
          <Card as="article" key={row.id}>
            <h2><bdi>{row.courseSlug}</bdi> · {row.rating > 0 ? t('stars', { stars: countText(row.rating, lang) }) : t('not_rated')}</h2>
            <p><bdi>{row.learner}</bdi> · {timeText(row.createdAt, lang)}</p>
            <Facts facts={row.answers} />
          </Card>
        ))}
        <Pager t={t} path={`/${lang}/admin/feedback`} query={{}} page={page} hasNext={hasNext} />
      </>
    );
  });
}

import Link from 'next/link';
import { FigureRow } from '@/components/admin/figures';
import { AdminPagination } from '@/components/admin/list/data-table';
import {
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { timeText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { Stars } from '@/components/form/stars';
import { Card } from '@/components/layout/card';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { listFeedback, readMeans } from '@/lib/courses/admin/feedback';
import { meanText } from '@/lib/i18n/formats';
import { pageNumber } from '@/lib/schemas';
import styles from '@/app/[lang]/(admin)/admin/ratings/feedback.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_feedback');

export default async function FeedbackPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const pageQuery = pageNumber.safeParse(queryValues.page).data ?? 1;
  return renderAdminPage(params, pathWithQuery('/feedback', queryValues), async ({ actor, lang, t }) => {
    const [{ rows, page, hasNext }, means] = await Promise.all([listFeedback(actor, pageQuery), readMeans(actor)]);
    return (
      <>
        <PageHead title={t('section_feedback')} intro={t('feedback_intro')} />
        {means.length > 0 && (
          <FigureRow
            figures={means.map(({ title, mean, count }) => ({
              label: title[lang],
              value: t('stars', { stars: meanText(mean, lang) }),
              note: t('ratings', { count }),
            }))}
          />
        )}
        {rows.length === 0 && (
          <EmptyState icon="star" title={t('no_feedback')}>
            {t('no_feedback_hint')}
          </EmptyState>
        )}
        <div className={styles.list}>
          {rows.map((row) => (
            <Card as="article" key={row.id} className={styles.entry} aria-label={`${row.title[lang]}, ${row.learner}`}>
              <header className={styles.head}>
                {row.rating > 0 ? (
                  <Stars label={`${t('rating')}: ${t('stars', { stars: row.rating })}`} value={row.rating} />
                ) : (
                  <span className={styles.soft}>{t('not_rated')}</span>
                )}
                <span className={styles.soft}>{timeText(row.createdAt, lang)}</span>
              </header>
              {row.answers.map(([question, answer]) => (
                <p key={question} className={styles.answer}>
                  <span className={styles.soft}>
                    <bdi>{t.has(`answer_${question}`) ? t(`answer_${question}`) : question}</bdi>
                  </span>
                  <span dir="auto">{answer}</span>
                </p>
              ))}
              <p className={styles.soft}>
                <Link href={`/${lang}/admin/learners/${row.userId}`} prefetch={false}>
                  <bdi>{row.learner}</bdi>
                </Link>{' '}
                · <bdi>{row.title[lang]}</bdi>
              </p>
            </Card>
          ))}
        </div>
        <AdminPagination t={t} path={`/${lang}/admin/feedback`} query={{}} page={page} hasNext={hasNext} />
      </>
    );
  });
}

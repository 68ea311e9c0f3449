import Link from 'next/link';
import { BulkList, RowCheckbox } from '@/components/admin/list/bulk-list';
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
import { TabLinks } from '@/components/admin/page/tab-links';
import { RatingDecision } from '@/components/admin/rating-decision';
import { Stars } from '@/components/form/stars';
import { Card } from '@/components/layout/card';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { listRatings, ratingQuerySchema, ratingStates } from '@/lib/courses/admin/ratings';
import styles from './feedback.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_ratings');

export default async function RatingsPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = ratingQuerySchema.safeParse(queryValues).data ?? { state: 'waiting' as const, page: 1 };
  return renderAdminPage(params, pathWithQuery('/ratings', queryValues), async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listRatings(actor, query);
    const listPath = `/${lang}/admin/ratings`;
    return (
      <>
        <PageHead title={t('section_ratings')} intro={t('ratings_intro')} />
        <TabLinks
          label={t('status')}
          tabs={ratingStates.map((state) => ({
            href: `${listPath}?state=${state}`,
            label: t(`ratings_${state}`),
            current: state === query.state,
          }))}
        />
        {rows.length === 0 && (
          <EmptyState icon="star" title={t(`no_ratings_${query.state}`)}>
            {t(`no_ratings_${query.state}_hint`)}
          </EmptyState>
        )}
        <BulkList
          t={t}
          action="/api/admin/bulk/ratings"
          rows={rows.length}
          query={queryValues}
          actions={[
            ...(query.state === 'published'
              ? []
              : [{ value: 'published', label: t('rating_publish'), icon: 'check' as const }]),
            ...(query.state === 'hidden'
              ? []
              : [{ value: 'hidden', label: t('rating_hide'), icon: 'eye-off' as const }]),
          ]}
        />
        <div className={styles.list}>
          {rows.map((row) => (
            <Card as="article" key={row.id} className={styles.entry} aria-label={`${row.title[lang]}, ${row.learner}`}>
              <header className={styles.head}>
                <span className={styles.choice}>
                  <RowCheckbox
                    id={row.id}
                    version={row.changedAt.toISOString()}
                    label={t('bulk_choose', { name: `${row.learner}, ${row.title[lang]}` })}
                  />
                  <Stars label={`${t('rating')}: ${t('stars', { stars: row.stars })}`} value={row.stars} />
                </span>
                <span className={styles.soft}>{timeText(row.changedAt, lang)}</span>
              </header>
              {row.text && (
                <p className={styles.answer}>
                  <span dir="auto">{row.text}</span>
                </p>
              )}
              <p className={styles.soft}>
                <Link href={`/${lang}/admin/learners/${row.userId}`} prefetch={false}>
                  <bdi>{row.learner}</bdi>
                </Link>{' '}
                · <bdi>{row.title[lang]}</bdi>
              </p>
              <RatingDecision
                id={row.id}
                changedAt={row.changedAt.toISOString()}
                status={row.status}
                answer={row.answer ?? ''}
              />
            </Card>
          ))}
        </div>
        <AdminPagination t={t} path={listPath} query={{ state: query.state }} page={page} hasNext={hasNext} />
      </>
    );
  });
}

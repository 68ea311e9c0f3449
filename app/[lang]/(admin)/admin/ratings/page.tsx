import Link from 'next/link';
import { listRatings, ratingQuerySchema, ratingStates } from '@/lib/admin/ratings';
import { EmptyState } from '../../../_ui/feedback/empty-state';
import { Stars } from '../../../_ui/form/stars';
import { Card } from '../../../_ui/layout/card';
import { saveLabels } from '../_parts/call/client-labels';
import { BulkList, ChooseRow } from '../_parts/list/bulk-list';
import { Pager } from '../_parts/list/pager';
import { adminMetadata, adminPage, textIn, type Query } from '../_parts/page/admin-page';
import { timeText } from '../_parts/page/format';
import { PageHead } from '../_parts/page/page-head';
import { TabLinks } from '../_parts/page/tab-links';
import { RatingDecision } from './rating-decision';
import styles from '../feedback/feedback.module.css';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_ratings');

/** Row N4: what learners say to everybody is published, hidden or answered here. */
export default async function RatingsPage({ params, searchParams }: Props) {
  const asked = textIn(await searchParams);
  const query = ratingQuerySchema.safeParse(asked).data ?? { state: 'waiting' as const, page: 1 };
  return adminPage(params, '/ratings', async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listRatings(actor, query);
    const here = `/${lang}/admin/ratings`;
    return (
      <>
        <PageHead title={t('section_ratings')} intro={t('ratings_intro')} />
        <TabLinks label={t('status')} tabs={ratingStates.map((state) => ({ href: `${here}?state=${state}`, label: t(`ratings_${state}`), current: state === query.state }))} />
        {rows.length === 0 && <EmptyState icon="star" title={t(`no_ratings_${query.state}`)}>{t(`no_ratings_${query.state}_hint`)}</EmptyState>}
        <BulkList
          t={t} action="/api/admin/bulk/ratings" rows={rows.length} asked={asked}
          actions={[...(query.state === 'published' ? [] : [{ value: 'published', label: t('rating_publish'), icon: 'check' as const }]), ...(query.state === 'hidden' ? [] : [{ value: 'hidden', label: t('rating_hide'), icon: 'eye-off' as const }])]}
        />
        <div className={styles.list}>
          {rows.map((row) => (
            <Card as="article" key={row.id} className={styles.entry} aria-label={`${row.title[lang]}, ${row.learner}`}>
              <header className={styles.head}>
                <span className={styles.choice}>
                  <ChooseRow id={row.id} version={row.changedAt.toISOString()} label={t('bulk_choose', { name: `${row.learner}, ${row.title[lang]}` })} />
                  <Stars label={`${t('rating')}: ${t('stars', { stars: row.stars })}`} value={row.stars} />
                </span>
                <span className={styles.soft}>{timeText(row.changedAt, lang)}</span>
              </header>
              {row.text && <p className={styles.answer}><span dir="auto">{row.text}</span></p>}
              <p className={styles.soft}><Link href={`/${lang}/admin/learners/${row.userId}`} prefetch={false}><bdi>{row.learner}</bdi></Link> · <bdi>{row.title[lang]}</bdi></p>
              <RatingDecision
                id={row.id} changedAt={row.changedAt.toISOString()} status={row.status} answer={row.answer ?? ''}
                labels={{ ...saveLabels(t), answer: t('rating_answer'), answer_help: t('rating_answer_help'), publish: t('rating_publish'), hide: t('rating_hide'), save_answer: t('rating_save_answer') }}
              />
            </Card>
          ))}
        </div>
        <Pager t={t} path={here} query={{ state: query.state }} page={page} hasNext={hasNext} />
      </>
    );
  });
}

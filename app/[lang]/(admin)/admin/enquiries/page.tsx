import { ConfirmButton } from '@/components/admin/call/dialogs';
import { EnquiryButton } from '@/components/admin/enquiries/enquiry-button';
import { EnquiryFacts } from '@/components/admin/enquiries/enquiry-facts';
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
import { Card } from '@/components/layout/card';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { enquiryQuerySchema, listEnquiries } from '@/lib/contact/admin/enquiries';
import { languageName } from '@/lib/language';
import styles from './enquiries.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_enquiries');

export default async function EnquiriesPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = enquiryQuerySchema.safeParse(queryValues).data ?? { state: 'open' as const, page: 1 };
  return renderAdminPage(params, pathWithQuery('/enquiries', queryValues), async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listEnquiries(actor, query);
    const listPath = `/${lang}/admin/enquiries`;
    return (
      <>
        <PageHead title={t('section_enquiries')} intro={t('enquiries_intro')} />
        <TabLinks
          label={t('status')}
          tabs={(['open', 'handled'] as const).map((state) => ({
            href: `${listPath}?state=${state}`,
            label: t(`enquiries_${state}`),
            current: state === query.state,
          }))}
        />
        {rows.length === 0 && (
          <EmptyState icon="mail" title={t(`no_enquiries_${query.state}`)}>
            {t(`no_enquiries_${query.state}_hint`)}
          </EmptyState>
        )}
        <BulkList
          t={t}
          action="/api/admin/bulk/enquiries"
          rows={rows.length}
          query={queryValues}
          actions={[
            query.state === 'open'
              ? { value: 'handled', label: t('handle'), icon: 'check' }
              : { value: 'open', label: t('reopen'), icon: 'refresh' },
            {
              value: 'remove',
              label: t('bulk_delete_enquiries'),
              icon: 'trash',
              sure: t('bulk_delete_enquiries_sure'),
            },
          ]}
        />
        {rows.map((row) => (
          <Card as="article" key={row.id} className={styles.enquiry}>
            <header className={styles.head}>
              <div className={styles.who}>
                <RowCheckbox id={row.id} label={t('bulk_choose', { name: row.fullName })} />
                <h2>
                  <bdi>{row.fullName}</bdi>
                </h2>
              </div>
              <p className={styles.when}>
                {timeText(row.createdAt, lang)} · {languageName(row.lang, lang)}
              </p>
            </header>
            <p className={styles.message} dir="auto">
              {row.message}
            </p>
            <EnquiryFacts row={row} lang={lang} />
            <footer className={styles.foot}>
              <a
                href={`mailto:${row.email.replaceAll(/[&/=]/g, encodeURIComponent)}?subject=${encodeURIComponent(`Re: ${row.fullName}`)}`}
              >
                <bdi>{row.email}</bdi>
              </a>
              <a href={`tel:${row.phoneNumber}`}>
                <bdi>{row.phoneNumber}</bdi>
              </a>
              <div className={styles.actions}>
                <EnquiryButton id={row.id} handled={row.handledAt !== null} />
                <ConfirmButton
                  size="small"
                  variant="quiet"
                  icon="trash"
                  label={t('delete_enquiry')}
                  title={t('delete_enquiry_of', { name: row.fullName })}
                  question={t('sure_delete_enquiry')}
                  confirm={t('delete_enquiry')}
                  danger
                  request={{ method: 'DELETE', url: `/api/admin/enquiries/${row.id}` }}
                />
              </div>
            </footer>
          </Card>
        ))}
        <AdminPagination t={t} path={listPath} query={{ state: query.state }} page={page} hasNext={hasNext} />
      </>
    );
  });
}

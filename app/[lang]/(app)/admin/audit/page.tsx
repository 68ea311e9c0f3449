import { auditQuerySchema, listAudit } from '@/lib/admin/audit-log';
import { adminMetadata, adminPage, textIn, type Query } from '../_parts/admin-page';
import { DataTable } from '../_parts/data-table';
import { timeText } from '../_parts/format';
import { PageHead } from '../_parts/page-head';
import { Pager } from '../_parts/pager';

type Props = { params: Promise<{ lang: string }>; searchParams: Promise<Query> };

export const generateMetadata = async ({ params }: Props) => adminMetadata((await params).lang, 'section_audit');

/** Row O9: who did what, when. */
export default async function AuditPage({ params, searchParams }: Props) {
  const query = auditQuerySchema.safeParse(textIn(await searchParams)).data ?? { page: 1 };
  return adminPage({ lang: (await params).lang, path: '/audit', section: 'audit' }, async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listAudit(actor, query);
    return (
      <>
        <PageHead title={t('section_audit')} intro={t('audit_intro')} />
        <DataTable
          caption={t('section_audit')} empty={t('no_audit')}
          columns={[{ label: t('when') }, { label: t('who') }, { label: t('what') }, { label: t('subject') }, { label: t('detail') }]}
          rows={rows.map((row, index) => ({
            key: `${row.at.toISOString()}-${index}`,
            cells: [timeText(row.at, lang), <bdi key="who">{row.actor || t('system')}</bdi>, <bdi key="what">{row.action}</bdi>, <bdi key="subject">{row.subject}</bdi>, <bdi key="detail">{detailText(row.detail)}</bdi>],
          }))}
        />
        <Pager t={t} path={`/${lang}/admin/audit`} query={{}} page={page} hasNext={hasNext} />
      </>
    );
  });
}

function detailText(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) return '';
  return Object.entries(detail).filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`).join(' · ');
}

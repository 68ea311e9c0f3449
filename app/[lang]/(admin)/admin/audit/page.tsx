import Link from 'next/link';
import type { ReactNode } from 'react';
import { auditQuerySchema, listAudit, subjectOf, type AuditRow } from '@/lib/admin/reports/audit-log';
import type { Language } from '@/lib/language';
import { formLabels } from '../../../_forms/generated-labels';
import { adminMetadata, adminPage, textIn, type AdminContext, type AdminTexts, type Query } from '../_parts/page/admin-page';
import { DataTable } from '../_parts/list/data-table';
import { timeText } from '../_parts/page/format';
import { PageHead } from '../_parts/page/page-head';
import { Pager } from '../_parts/list/pager';
import { auditDetail } from './audit-detail';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_audit');

/** Row O9: who did what, when. */
export default async function AuditPage({ params, searchParams }: Props) {
  const query = auditQuerySchema.safeParse(textIn(await searchParams)).data ?? { page: 1 };
  return adminPage(params, '/audit', async ({ actor, lang, t }) => {
    const [{ rows, page, hasNext }, form] = await Promise.all([listAudit(actor, query), formLabels(lang)]);
    return (
      <>
        <PageHead title={t('section_audit')} intro={t('audit_intro')} />
        <DataTable
          caption={t('section_audit')} empty={t('no_audit')}
          columns={[{ label: t('what') }, { label: t('subject') }, { label: t('who') }, { label: t('when'), tight: true }, { label: t('detail') }]}
          rows={rows.map((row, index) => ({
            key: `${row.at.toISOString()}-${index}`,
            cells: [actionText(t, row.action), subjectLink(lang, row), whoText(row, { lang, t }), timeText(row.at, lang), <bdi key="detail">{auditDetail(row, { lang, t, form })}</bdi>],
          }))}
        />
        <Pager t={t} path={`/${lang}/admin/audit`} query={{}} page={page} hasNext={hasNext} />
      </>
    );
  });
}

function actionText(t: AdminTexts, action: string): string {
  const key = `audit_${action.replaceAll(/[.-]/g, '_')}`;
  return t.has(key) ? t(key) : action;
}

const pages = new Map<string, (id: string) => string>([
  ['user', (id) => `/learners/${id}`], ['order', (id) => `/orders/${id}`], ['course', (id) => `/courses/${id}`], ['product', () => '/courses'], ['coupon', (id) => `/coupons/${id}`], ['picture', (id) => `/media/${id}`], ['article', (id) => `/articles/${id}`], ['content', (id) => `/content/${id}`], ['newsletter', (id) => `/newsletters/${id}`], ['enquiry', () => '/enquiries'],
]);

/** What it was about, by the name people know; for what is gone, its id. */
function subjectLink(lang: Language, { subject, called }: AuditRow): ReactNode {
  const { kind, id } = subjectOf(subject);
  const name = called === null ? id || kind : typeof called === 'string' ? called : called[lang];
  const page = pages.get(kind);
  const known = called !== null || kind === 'article' || kind === 'content';
  return page && known ? <Link href={`/${lang}/admin${page(id)}`} prefetch={false}><bdi>{name}</bdi></Link> : <bdi>{name}</bdi>;
}

function whoText({ actor, actorId }: AuditRow, { lang, t }: Pick<AdminContext, 'lang' | 't'>): ReactNode {
  if (!actor) return t('system');
  return actorId ? <Link href={`/${lang}/admin/learners/${actorId}`} prefetch={false}><bdi>{actor}</bdi></Link> : <bdi>{actor}</bdi>;
}

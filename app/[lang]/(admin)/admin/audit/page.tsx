import Link from 'next/link';
import type { ReactNode } from 'react';
import { auditDetail } from '@/components/admin/audit/audit-detail';
import { AdminPagination, DataTable } from '@/components/admin/list/data-table';
import {
  type AdminContext,
  type AdminTexts,
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { timeText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { readFormLabels } from '@/components/form/generated-labels';
import { auditQuerySchema, type AuditRow, listAudit, subjectOf } from '@/lib/accounts/admin/audit-log';
import { documentTitle } from '@/lib/content/admin/document-form';
import { type DocumentRow, listDocumentRows } from '@/lib/content/admin/documents';
import { keepEnabled } from '@/lib/content/enabled-features';
import type { Language } from '@/lib/language';
import styles from './audit.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_audit');

export default async function AuditPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = auditQuerySchema.safeParse(queryValues).data ?? { page: 1 };
  return renderAdminPage(params, pathWithQuery('/audit', queryValues), async ({ actor, lang, t }) => {
    const [{ rows, page, hasNext }, form, documents, open] = await Promise.all([
      listAudit(actor, query),
      readFormLabels(lang),
      listDocumentRows(actor),
      openPages(),
    ]);
    return (
      <>
        <PageHead title={t('section_audit')} intro={t('audit_intro')} />
        <DataTable
          caption={t('section_audit')}
          empty={t('no_audit')}
          columns={[
            { label: t('what') },
            { label: t('subject') },
            { label: t('who') },
            { label: t('when'), tight: true },
            { label: t('detail'), wide: true },
          ]}
          rows={rows.map((row, index) => ({
            key: `${row.at.toISOString()}-${index}`,
            cells: [
              actionText(t, row.action),
              subjectLink(row, { documents, pages: open, lang, t }),
              actorText(row, { lang, t }),
              timeText(row.at, lang),
              detailText(auditDetail(row, { lang, t, form })),
            ],
          }))}
        />
        <AdminPagination t={t} path={`/${lang}/admin/audit`} query={{}} page={page} hasNext={hasNext} />
      </>
    );
  });
}

const detailText = (text: string) => (text === '' ? null : <bdi key="detail">{text}</bdi>);

function actionText(t: AdminTexts, action: string): string {
  const key = `audit_${action.replaceAll(/[.-]/g, '_')}`;
  return t.has(key) ? t(key) : action;
}

const pages = new Map<string, (id: string) => string>([
  ['user', (id) => `/learners/${id}`],
  ['order', (id) => `/orders/${id}`],
  ['course', (id) => `/courses/${id}`],
  ['product', () => '/courses'],
  ['coupon', (id) => `/coupons/${id}`],
  ['picture', (id) => `/media/${id}`],
  ['article', (id) => `/articles/${id}`],
  ['content', (id) => `/content/${id}`],
  ['newsletter', (id) => `/newsletters/${id}`],
  ['quiz', (id) => `/quizzes/${id}`],
  ['enquiry', () => '/enquiries'],
  ['rating', () => '/ratings'],
  ['question', () => '/questions'],
  ['answer', () => '/questions'],
]);

const openPages = async (): Promise<typeof pages> =>
  new Map(await keepEnabled([...pages], ([, pathOf]) => `/admin${pathOf('any')}`));

interface SubjectLinkContext extends Pick<AdminContext, 'lang' | 't'> {
  documents: readonly DocumentRow[];
  pages: typeof pages;
}

function subjectLink(
  { subject, called, exists }: AuditRow,
  { documents, pages: open, lang, t }: SubjectLinkContext,
): ReactNode {
  const { kind, id } = subjectOf(subject);
  const document = kind === 'content' ? documents.find((each) => each.id === id) : undefined;
  const subjectName = document ? documentTitle(document, lang, t) : nameIn(called, lang);
  const name = subjectName || (t.has(`audit_gone_${kind}`) ? t(`audit_gone_${kind}`) : id || kind);
  const page = open.get(kind);
  return page && (exists || document) ? (
    <Link className={styles.name} href={`/${lang}/admin${page(id)}`} prefetch={false}>
      <bdi>{name}</bdi>
    </Link>
  ) : (
    <bdi className={styles.name}>{name}</bdi>
  );
}

const nameIn = (called: AuditRow['called'], lang: Language): string =>
  (called === null || typeof called === 'string' ? called : called[lang] || Object.values(called).find(Boolean)) ?? '';

function actorText({ actor, actorId }: AuditRow, { lang, t }: Pick<AdminContext, 'lang' | 't'>): ReactNode {
  if (!actor) return t('system');
  return actorId ? (
    <Link href={`/${lang}/admin/learners/${actorId}`} prefetch={false}>
      <bdi>{actor}</bdi>
    </Link>
  ) : (
    <bdi>{actor}</bdi>
  );
}

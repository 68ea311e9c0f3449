import { DataTable } from '@/components/admin/list/data-table';
import { type AdminContext, createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { GuideLink, PageHead } from '@/components/admin/page/page-head';
import { FormActions } from '@/components/form/form';
import { ButtonLink } from '@/components/ui/button';
import { Badge } from '@/components/ui/text/badge';
import { documentTitle, groupOf, groups, groupTitle } from '@/lib/content/admin/document-form';
import { type DocumentRow, listDocumentRows } from '@/lib/content/admin/documents';
import { missingFields } from '@/lib/content/form/values';
import { readPagesComponents } from '@/lib/content/read';
import type { PagesComponents } from '@/lib/content/schema';
import { languages } from '@/lib/language';
import { hasPermission } from '@/lib/permissions';

interface Props {
  params: Promise<{ lang: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_content');

export default async function ContentPage({ params }: Props) {
  return renderAdminPage(params, '/content', async (context) => {
    const { actor, t } = context;
    const [listed, order] = await Promise.all([listDocumentRows(actor), readPagesComponents()]);
    const rows = sortByPageOrder(listed, order);
    return (
      <>
        <PageHead
          title={t('section_content')}
          intro={t('content_intro')}
          actions={<GuideLink {...context} section="pages" />}
        />
        {groups.map((group) => (
          <Group key={group} {...context} group={group} rows={rows.filter(({ id }) => groupOf(id) === group)} />
        ))}
        <OtherContentLinks {...context} />
      </>
    );
  });
}

function sortByPageOrder(rows: readonly DocumentRow[], order: PagesComponents | null): DocumentRow[] {
  const blocks = Object.values(order ?? {})
    .flat()
    .map(({ fileName }) => fileName.split('/').at(-1));
  const placeOf = ({ id }: DocumentRow) => blocks.indexOf(id.split('.').at(-1));
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b));
}

function Group({ lang, t, group, rows }: AdminContext & { group: string; rows: DocumentRow[] }) {
  if (rows.length === 0) return null;
  const title = groupTitle(group, t);
  return (
    <section>
      <h2>{title}</h2>
      <DataTable
        caption={title}
        empty={t('none')}
        columns={[{ label: t('content_part') }, { label: t('status') }]}
        rows={rows.map((row) => ({
          key: row.id,
          href: `/${lang}/admin/content/${row.id}`,
          cells: [<bdi key="title">{documentTitle(row, lang, t)}</bdi>, <State key="state" t={t} row={row} />],
        }))}
      />
    </section>
  );
}

/** Content that comes from files but has its own admin pages (decision 138). */
const elsewhere = ['courses', 'bundles', 'quizzes'] as const;

function OtherContentLinks({ actor, lang, t }: AdminContext) {
  const isAdministrator = hasPermission(actor.role, 'administer');
  return (
    <section aria-labelledby="elsewhere">
      <h2 id="elsewhere">{t('content_elsewhere')}</h2>
      <p>{t(isAdministrator ? 'content_elsewhere_text' : 'content_elsewhere_editor')}</p>
      {isAdministrator && (
        <FormActions>
          {elsewhere.map((section) => (
            <ButtonLink
              key={section}
              variant="secondary"
              size="small"
              href={`/${lang}/admin/${section}`}
              prefetch={false}
            >
              {t(`section_${section}`)}
            </ButtonLink>
          ))}
        </FormActions>
      )}
    </section>
  );
}

function State({ t, row }: { t: AdminContext['t']; row: DocumentRow }) {
  const missing = 'all' in row.values ? {} : missingFields(row.values, languages);
  const count = Object.values(missing).reduce((sum, paths) => sum + paths.length, 0);
  return (
    <>
      {row.filesDiffer && <Badge tone="danger">{t('content_files_title')}</Badge>}{' '}
      {row.isDraft && <Badge tone="notice">{t('content_draft')}</Badge>}{' '}
      {row.published !== null && <Badge tone="success">{t('content_changed_here')}</Badge>}{' '}
      {count > 0 && (
        <Badge tone="notice">
          {t('content_missing')}: {count}
        </Badge>
      )}
      {!row.isDraft && row.published === null && !row.filesDiffer && count === 0 && t('content_as_delivered')}
    </>
  );
}

import { DataTable, noRowsYetTexts } from '@/components/admin/list/data-table';
import { createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { countText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { ButtonLink } from '@/components/ui/button';
import { Badge } from '@/components/ui/text/badge';
import { Money } from '@/components/ui/text/money';
import { listBundleRows } from '@/lib/courses/admin/bundles';

interface Props {
  params: Promise<{ lang: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_bundles');

export default async function BundlesPage({ params }: Props) {
  return renderAdminPage(params, '/bundles', async ({ actor, lang, t }) => {
    const rows = await listBundleRows(actor);
    const listPath = `/${lang}/admin/bundles`;
    const newBundleButton = (
      <ButtonLink href={`${listPath}/new`} icon="plus" prefetch={false}>
        {t('new_bundle')}
      </ButtonLink>
    );
    return (
      <>
        <PageHead title={t('section_bundles')} intro={t('bundles_intro')} actions={newBundleButton} />
        <DataTable
          caption={t('section_bundles')}
          {...noRowsYetTexts(t, 'bundles', newBundleButton)}
          columns={[
            { label: t('bundle_name') },
            { label: t('status') },
            { label: t('bundle_courses'), end: true },
            { label: t('price'), end: true, tight: true },
          ]}
          rows={rows.map((row) => ({
            key: row.key,
            href: `${listPath}/${row.key}`,
            cells: [
              <bdi key="name">{row.name[lang]}</bdi>,
              <span key="state">
                <Badge tone={row.active ? 'success' : 'neutral'}>{t(row.active ? 'offered' : 'not_offered')}</Badge>{' '}
                {row.editedHere && <Badge>{t('edited_here')}</Badge>}
              </span>,
              countText(row.courses.length, lang),
              <Money key="price" piastres={row.saleAmount ?? row.amount} lang={lang} />,
            ],
          }))}
        />
      </>
    );
  });
}

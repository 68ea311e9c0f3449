import { ConfirmButton } from '@/components/admin/call/dialogs';
import { RowForm } from '@/components/admin/documents/row-form';
import { rowFormLabels, rowFormNode, rowValues } from '@/components/admin/documents/row-form-node';
import { type AdminContext, createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { PageHead } from '@/components/admin/page/page-head';
import { readFormLabels } from '@/components/form/generated-labels';
import { bundleChangeSchema, newBundleSchema, requireBundle } from '@/lib/courses/admin/bundles';
import { listCourseTitles } from '@/lib/courses/admin/courses';
import { inEachLanguage, traitsOf } from '@/lib/language';

interface Props {
  params: Promise<{ lang: string; key: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_bundles');

export default async function BundlePage({ params }: Props) {
  const { key } = await params;
  return renderAdminPage(params, `/bundles/${key}`, async (context) => {
    const { actor, lang, t } = context;
    const [bundle, courses] = await Promise.all([
      key === 'new' ? null : requireBundle(actor, key),
      listCourseTitles(actor),
    ]);
    const node = bundleNode(
      context,
      bundle === null,
      courses.map(({ slug }) => slug),
    );
    const folder = `/${lang}/admin/bundles`;
    return (
      <>
        <PageHead
          back={{ href: folder, label: t('section_bundles') }}
          title={bundle ? <bdi>{bundle.name[lang]}</bdi> : t('new_bundle')}
          intro={t('bundle_intro')}
        />
        <RowForm
          key={key}
          draftKey={`bundle:${actor.userId}:${key}`}
          title={t(bundle ? 'settings' : 'new_bundle')}
          node={node}
          initial={bundle ? rowValues(bundle, node) : blankBundle}
          version={bundle?.updatedAt.toISOString() ?? ''}
          url={bundle ? `/api/admin/bundles/${bundle.key}` : '/api/admin/bundles'}
          {...(!bundle && { created: { folder, field: 'key' } })}
          form={rowFormLabels(
            await readFormLabels(lang),
            Object.fromEntries(courses.map(({ slug, title }) => [slug, title[lang]])),
          )}
        />
        {bundle && (
          <div>
            <ConfirmButton
              size="small"
              variant="danger"
              icon="trash"
              label={t('delete_bundle')}
              question={t('sure_delete_bundle')}
              danger
              request={{ method: 'DELETE', url: `/api/admin/bundles/${bundle.key}` }}
              next={`/${lang}/admin/bundles`}
            />
          </div>
        )}
      </>
    );
  });
}

const blankBundle = {
  key: '',
  name: inEachLanguage(() => ''),
  description: inEachLanguage(() => ''),
  courses: [],
  amount: null,
  saleAmount: null,
  refundableOnSale: false,
  active: true,
};

function bundleNode({ lang, t }: AdminContext, isNew: boolean, courses: readonly string[]) {
  const { currency } = traitsOf(lang);
  return rowFormNode(isNew ? newBundleSchema : bundleChangeSchema, {
    key: { label: t('bundle_key'), help: t('bundle_key_help'), as: 'code' },
    name: { label: t('bundle_name'), as: 'localised' },
    description: { label: t('bundle_description'), as: 'localised' },
    courses: { label: t('bundle_courses'), help: t('bundle_courses_help'), as: { choices: courses } },
    amount: { label: `${t('price')} (${currency})`, row: 'price', as: 'money' },
    saleAmount: { label: `${t('sale_price')} (${currency})`, help: t('sale_help'), row: 'price', as: 'money' },
    refundableOnSale: { label: t('refundable_on_sale') },
    active: { label: t('bundle_active') },
  });
}

import { requireBundle, type BundleRow } from '@/lib/admin/bundles';
import { listCourseTitles } from '@/lib/admin/courses/courses';
import { languageName, languages, traitsOf } from '@/lib/language';
import { adminMetadata, adminPage, type AdminContext } from '../../_parts/page/admin-page';
import { confirmLabels, saveLabels, stepUpLabels } from '../../_parts/call/client-labels';
import { ConfirmButton } from '../../_parts/call/confirm-button';
import { PageHead } from '../../_parts/page/page-head';
import { formLabels } from '../../../../_forms/generated-labels';
import { conflictLabels } from '../../_parts/conflict/conflict-labels';
import { BundleForm, type EditedBundle } from '../bundle-form';

interface Props { params: Promise<{ lang: string; key: string }> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_bundles');

/** Row N11: a bundle, made or changed. */
export default async function BundlePage({ params }: Props) {
  const { key } = await params;
  return adminPage(params, `/bundles/${key}`, async (context) => {
    const { actor, lang, t } = context;
    const [bundle, courses] = await Promise.all([key === 'new' ? null : requireBundle(actor, key), listCourseTitles(actor)]);
    const { yes, no } = await formLabels(lang);
    const titles = Object.fromEntries(courses.map(({ slug, title }) => [slug, title[lang]]));
    return (
      <>
        <PageHead back={{ href: `/${lang}/admin/bundles`, label: t('section_bundles') }} title={bundle ? <bdi>{bundle.name[lang]}</bdi> : t('new_bundle')} intro={t('bundle_intro')} />
        <BundleForm
          key={key} lang={lang} bundle={bundle && editedOf(bundle)} courses={courses.map(({ slug, title }) => ({ slug, title: title[lang] }))}
          languages={languages.map((code) => ({ code, name: languageName(code, lang) }))} folder={`/${lang}/admin/bundles`}
          labels={{ ...saveLabels(t), ...labelsOf(context) }} conflict={conflictLabels(t, { lang, yes, no }, { ...titles, ...fieldNames(t) })} stepUp={stepUpLabels(t)}
        />
        {bundle && (
          <div>
            <ConfirmButton
              size="small" variant="danger" icon="trash" label={t('delete_bundle')} question={t('sure_delete_bundle')} danger request={{ method: 'DELETE', url: `/api/admin/bundles/${bundle.key}` }} next={`/${lang}/admin/bundles`}
              labels={confirmLabels(t)} stepUp={stepUpLabels(t)}
            />
          </div>
        )}
      </>
    );
  });
}

const editedOf = ({ key, name, description, courses, amount, saleAmount, refundableOnSale, active, updatedAt }: BundleRow): EditedBundle =>
  ({ key, name, description, courses, amount, saleAmount, refundableOnSale, active, updatedAt: updatedAt.toISOString() });

const labelsOf = ({ lang, t }: AdminContext) => ({
  key: t('bundle_key'), key_help: t('bundle_key_help'), name: t('bundle_name'), description: t('bundle_description'), courses: t('bundle_courses'),
  courses_help: t('bundle_courses_help'), amount: t('price'), sale: t('sale_price'), sale_help: t('sale_help'), read_as: t('amount_read_as'), refundable: t('refundable_on_sale'),
  active: t('bundle_active'), unit: traitsOf(lang).currency,
});

/** What the fields are called where two versions are compared. */
const fieldNames = (t: AdminContext['t']): Record<string, string> => ({
  name: t('bundle_name'), description: t('bundle_description'), courses: t('bundle_courses'), amount: t('price'), sale: t('sale_price'), refundableOnSale: t('refundable_on_sale'),
  active: t('bundle_active'),
});

import { courseQuerySchema, listCourses } from '@/lib/admin/courses/courses';
import { listProductsOf } from '@/lib/admin/products';
import { languageNames, traitsOf } from '@/lib/language';
import { ButtonLink } from '../../../_ui/button';
import { Badge } from '../../../_ui/text/badge';
import { adminMetadata, adminPage, textIn, type Query } from '../_parts/page/admin-page';
import { formLabels } from '../../../_forms/generated-labels';
import { conflictLabels } from '../_parts/conflict/conflict-labels';
import { stepUpLabels, saveLabels } from '../_parts/call/client-labels';
import { DataTable } from '../_parts/list/data-table';
import { emptyList } from '../_parts/list/empty-list';
import { FilterBar } from '../_parts/list/filter-bar';
import { Pager } from '../_parts/list/pager';
import { countText } from '../_parts/page/format';
import { PageHead } from '../_parts/page/page-head';
import { PriceForm } from './price-form';
import styles from './courses.module.css';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_courses');

/** Row O7: courses, and what they cost. */
export default async function CoursesPage({ params, searchParams }: Props) {
  const query = courseQuerySchema.safeParse(textIn(await searchParams)).data ?? { page: 1 };
  return adminPage(params, '/courses', async ({ actor, lang, t }) => {
    const here = `/${lang}/admin/courses`;
    const { rows, page, hasNext } = await listCourses(actor, query);
    const products = await listProductsOf(actor, rows.map(({ slug }) => slug));
    const priceLabels = {
      ...saveLabels(t), amount: t('price'), sale: t('sale_price'), sale_help: t('sale_help'), read_as: t('amount_read_as'), refundable: t('refundable_on_sale'), unit: traitsOf(lang).currency,
      edited: t('edited_here'), texts: t('product_texts'), name: t('product_name'), description: t('product_description'), languages: languageNames(lang),
    };
    const { yes, no } = await formLabels(lang);
    const conflict = conflictLabels(t, { lang, yes, no }, { amount: t('price'), saleAmount: t('sale_price'), refundableOnSale: t('refundable_on_sale'), name: t('product_name'), description: t('product_description') });
    const begin = <ButtonLink href={`${here}/new`} icon="plus" prefetch={false}>{t('new_course')}</ButtonLink>;
    return (
      <>
        <PageHead title={t('section_courses')} intro={t('courses_intro')} actions={begin} />
        <FilterBar action={here} submit={t('filter')} search={{ label: t('search_courses'), value: query.q ?? '' }} />
        <DataTable
          caption={t('section_courses')} {...emptyList(t, 'courses', here, query.q !== undefined, begin)} columns={[{ label: t('course') }, { label: t('status') }, { label: t('lessons'), end: true }, { label: t('learners_all'), end: true }]}
          rows={rows.map((row) => ({
            key: row.slug, href: `${here}/${row.slug}`,
            cells: [
              <bdi key="title">{row.title[lang]}</bdi>,
              <span key="state"><Badge tone={row.published ? 'success' : 'neutral'}>{t(row.published ? 'offered' : row.learners > 0 ? 'not_offered' : 'draft')}</Badge> {row.editedHere && !row.madeHere && <Badge>{t('edited_here')}</Badge>}</span>,
              countText(row.lessons, lang), countText(row.learners, lang),
            ],
          }))}
        />
        <Pager t={t} path={here} query={query.q ? { q: query.q } : {}} page={page} hasNext={hasNext} />
        {products.length > 0 && (
          <section aria-labelledby="prices" className={styles.prices}>
            <h2 id="prices">{t('prices')}</h2>
            <p className={styles.intro}>{t('prices_intro')}</p>
            <div className={styles.cards}>
              {products.map((product) => (
                <PriceForm key={product.key} lang={lang} product={{ ...product, updatedAt: product.updatedAt.toISOString() }} labels={priceLabels} conflict={conflict} stepUp={stepUpLabels(t)} />
              ))}
            </div>
          </section>
        )}
      </>
    );
  });
}

import { RowForm } from '@/components/admin/documents/row-form';
import { rowFormLabels, rowFormNode, rowValues } from '@/components/admin/documents/row-form-node';
import { AdminPagination, DataTable, emptyListTexts, FilterBar } from '@/components/admin/list/data-table';
import {
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { countText } from '@/components/admin/page/format';
import { PageHead } from '@/components/admin/page/page-head';
import { readFormLabels } from '@/components/form/generated-labels';
import { ButtonLink } from '@/components/ui/button';
import { Badge } from '@/components/ui/text/badge';
import { courseQuerySchema, listCourses } from '@/lib/courses/admin/courses';
import { listProductsOfCourses, productChangeSchema } from '@/lib/courses/admin/products';
import { traitsOf } from '@/lib/language';
import styles from '@/components/admin/courses/courses.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_courses');

export default async function CoursesPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = courseQuerySchema.safeParse(queryValues).data ?? { page: 1 };
  return renderAdminPage(params, pathWithQuery('/courses', queryValues), async ({ actor, lang, t }) => {
    const listPath = `/${lang}/admin/courses`;
    const { rows, page, hasNext } = await listCourses(actor, query);
    const products = await listProductsOfCourses(
      actor,
      rows.map(({ slug }) => slug),
    );
    const { currency } = traitsOf(lang);
    const priceNode = rowFormNode(productChangeSchema, {
      amount: { label: `${t('price')} (${currency})`, row: 'price', as: 'money' },
      saleAmount: { label: `${t('sale_price')} (${currency})`, help: t('sale_help'), row: 'price', as: 'money' },
      refundableOnSale: { label: t('refundable_on_sale') },
      name: { label: t('product_name'), as: 'localised' },
      description: { label: t('product_description'), as: 'localised' },
    });
    const form = rowFormLabels(await readFormLabels(lang));
    const newCourseButton = (
      <ButtonLink href={`${listPath}/new`} icon="plus" prefetch={false}>
        {t('new_course')}
      </ButtonLink>
    );
    return (
      <>
        <PageHead title={t('section_courses')} intro={t('courses_intro')} actions={newCourseButton} />
        <FilterBar
          action={listPath}
          submit={t('filter')}
          search={{ label: t('search_courses'), value: query.q ?? '' }}
        />
        <DataTable
          caption={t('section_courses')}
          {...emptyListTexts(t, 'courses', listPath, query.q !== undefined, newCourseButton)}
          columns={[
            { label: t('course') },
            { label: t('status') },
            { label: t('lessons'), end: true },
            { label: t('learners_all'), end: true },
          ]}
          rows={rows.map((row) => ({
            key: row.slug,
            href: `${listPath}/${row.slug}`,
            cells: [
              <bdi key="title">{row.title[lang]}</bdi>,
              <span key="state">
                <Badge tone={row.published ? 'success' : 'neutral'}>
                  {t(row.published ? 'offered' : row.learners > 0 ? 'not_offered' : 'draft')}
                </Badge>{' '}
                {row.editedHere && !row.madeHere && <Badge>{t('edited_here')}</Badge>}
              </span>,
              countText(row.lessons, lang),
              countText(row.learners, lang),
            ],
          }))}
        />
        <AdminPagination t={t} path={listPath} query={query.q ? { q: query.q } : {}} page={page} hasNext={hasNext} />
        {products.length > 0 && (
          <section aria-labelledby="prices" className={styles.prices}>
            <h2 id="prices">{t('prices')}</h2>
            <p className={styles.intro}>{t('prices_intro')}</p>
            <div className={styles.cards}>
              {products.map((product) => (
                <RowForm
                  key={product.key}
                  draftKey={`product:${actor.userId}:${product.key}`}
                  title={product.name[lang]}
                  node={priceNode}
                  initial={rowValues(product, priceNode)}
                  version={product.updatedAt.toISOString()}
                  url={`/api/admin/products/${product.key}`}
                  form={form}
                  idPrefix={product.key}
                  folded={{ label: t('product_texts'), names: ['name', 'description'] }}
                  heading={
                    <h3>
                      <bdi>{product.name[lang]}</bdi> {product.editedHere && <Badge>{t('edited_here')}</Badge>}
                    </h3>
                  }
                />
              ))}
            </div>
          </section>
        )}
      </>
    );
  });
}

import { listCourseRows } from '@/lib/admin/courses/courses';
import { listProductRows } from '@/lib/admin/products';
import { inEachLanguage, traitsOf } from '@/lib/language';
import { ButtonLink } from '../../../_ui/button';
import { Badge } from '../../../_ui/text/badge';
import { adminMetadata, adminPage } from '../_parts/page/admin-page';
import { stepUpLabels, saveLabels } from '../_parts/call/client-labels';
import { DataTable } from '../_parts/list/data-table';
import { countText } from '../_parts/page/format';
import { PageHead } from '../_parts/page/page-head';
import { PriceForm } from './price-form';
import styles from './courses.module.css';

interface Props { params: Promise<{ lang: string }> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_courses');

/** Row O7: courses, and what they cost. */
export default async function CoursesPage({ params }: Props) {
  return adminPage(params, '/courses', async ({ actor, lang, t }) => {
    const [courses, products] = await Promise.all([listCourseRows(actor), listProductRows(actor)]);
    const priceLabels = { ...saveLabels(t), amount: t('price'), sale: t('sale_price'), sale_help: t('sale_help'), refundable: t('refundable_on_sale'), unit: traitsOf(lang).currency, edited: t('edited_here'), texts: t('product_texts'), name: t('product_name'), description: t('product_description'), languages: inEachLanguage((each) => t(`language_${each}`)) };
    const begin = <ButtonLink href={`/${lang}/admin/courses/new`} icon="plus" prefetch={false}>{t('new_course')}</ButtonLink>;
    return (
      <>
        <PageHead title={t('section_courses')} intro={t('courses_intro')} actions={begin} />
        <DataTable
          caption={t('section_courses')} empty={t('no_courses')} emptyHint={t('no_courses_hint')} emptyAction={begin} columns={[{ label: t('course') }, { label: t('status') }, { label: t('lessons'), end: true }, { label: t('learners_all'), end: true }]}
          rows={courses.map((row) => ({
            key: row.slug, href: `/${lang}/admin/courses/${row.slug}`,
            cells: [
              <bdi key="title">{row.title[lang]}</bdi>,
              <span key="state"><Badge tone={row.published ? 'success' : 'neutral'}>{t(row.published ? 'offered' : row.learners > 0 ? 'not_offered' : 'draft')}</Badge> {row.editedHere && !row.madeHere && <Badge>{t('edited_here')}</Badge>}</span>,
              countText(row.lessons, lang), countText(row.learners, lang),
            ],
          }))}
        />
        <section aria-labelledby="prices" className={styles.prices}>
          <h2 id="prices">{t('prices')}</h2>
          <p className={styles.intro}>{t('prices_intro')}</p>
          <div className={styles.cards}>
            {products.map((product) => (
              <PriceForm key={product.key} lang={lang} product={{ ...product, updatedAt: product.updatedAt.toISOString() }} labels={priceLabels} stepUp={stepUpLabels(t)} />
            ))}
          </div>
        </section>
      </>
    );
  });
}

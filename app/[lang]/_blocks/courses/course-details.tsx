import { getTranslations } from 'next-intl/server';
import { coursesAddress } from '@/lib/content/capabilities';
import type { Meta } from '@/lib/content/schema';
import { lessonsOf, shownFreeLesson } from '@/lib/courses/catalogue/course';
import { priceProduct } from '@/lib/checkout/pricing/price-product';
import type { CourseOffer } from '@/lib/courses/catalogue/course-offer';
import { tagPage } from '@/lib/cache/page-context';
import { ratingSummaries } from '@/lib/courses/ratings/published-ratings';
import type { Language } from '@/lib/language';
import { pageHtml } from '@/lib/media/picture-html';
import { courseCaptions } from '@/lib/video/captions/course-captions';
import { BreadcrumbData } from '../../_seo/json-ld';
import { CourseData } from '../../_seo/course-data';
import { PageHead } from '../../_seo/page-head';
import { PreviewLesson } from '../../_course/preview-lesson';
import { PurchaseAction } from '../../_course/purchase-action';
import { purchaseLabels } from '../../_course/purchase-labels';
import { Breadcrumbs } from '../../_ui/navigation/breadcrumbs';
import { Icon } from '../../_ui/icon';
import { Prose } from '../../_ui/text/prose';
import { PersonCard } from '../page/person-card';
import { AfterPayment } from './after-payment';
import { BuyBar } from './buy-bar';
import { CourseContent } from './course-content';
import { CourseFacts } from './course-facts';
import { CourseQuestions } from './course-questions';
import { CourseRatings } from './course-ratings';
import styles from './course-details.module.css';
import { Price } from './price';
import { PriceCard } from './price-card';
import { SimilarCourses } from './similar-courses';

interface Props { lang: Language; path: string; course: CourseOffer; meta: Meta; /** The free lesson asked for; the first one otherwise. */ lesson: string | undefined }

/** Row C6; what differs from person to person is in the price card's action. */
export async function CourseDetails({ lang, path, course, meta, lesson }: Props) {
  const t = await getTranslations();
  tagPage('products', 'learners', 'ratings', `course:${course.slug}`);
  const captioned = { ...course, captions: await courseCaptions({ slug: course.slug, lessons: lessonsOf(course) }) };
  const price = course.product && priceProduct(course.product);
  const rating = (await ratingSummaries()).get(course.slug);
  const { createdBy, prerequisites, whatYouWillLearn, faq } = course.courseInfo;
  const crumbs = [{ label: t('tab_courses'), href: await coursesAddress(lang) }, { label: course.title }];
  return (
    <article>
      <PageHead lang={lang} path={path} meta={meta} />
      <BreadcrumbData crumbs={crumbs} path={`/${lang}${path}`} />
      <CourseData course={course} rating={rating} lang={lang} path={path} />
      <div className={styles.page}>
        <header className={styles.head}>
          <Breadcrumbs label={t('chrome.breadcrumbs')} crumbs={crumbs} />
          <h1>{course.title}</h1>
          <p className={styles.summary}>{course.summary}</p>
          <p className={styles.fact}><Icon name="user" size={18} /><span>{t.rich('site.created_by', { name: createdBy, bdi: (text) => <bdi>{text}</bdi> })}</span></p>
          <CourseFacts course={captioned} rating={rating} lang={lang} />
        </header>
        <PriceCard course={captioned} lang={lang} />
        <div className={styles.body}>
          <PreviewLesson courseSlug={course.slug} lang={lang} page={`/${lang}${path}`} file={lesson} />
          {whatYouWillLearn.length > 0 && (
            <section>
              <h2>{t('site.what_you_will_learn')}</h2>
              <ul className={styles.outcomes}>
                {whatYouWillLearn.map(({ content }) => <li key={content}><Icon name="check" size={18} />{content}</li>)}
              </ul>
            </section>
          )}
          {prerequisites.length > 0 && (
            <section>
              <h2>{t('catalogue.prerequisites')}</h2>
              <ul className={styles.needs}>{prerequisites.map(({ content }) => <li key={content}>{content}</li>)}</ul>
            </section>
          )}
          <CourseContent course={course} title={t('site.course_content')} page={`/${lang}${path}`} shown={shownFreeLesson(course, lesson)?.file} />
          <section>
            <h2>{t('site.about_course')}</h2>
            <Prose html={await pageHtml(course.htmlContent, lang)} />
          </section>
          <PersonCard name={createdBy} lang={lang} heading={t('site.teacher')} />
          <AfterPayment product={course.product} lang={lang} />
          <CourseQuestions faq={faq} />
          <CourseRatings courseSlug={course.slug} teacher={createdBy} summary={rating} lang={lang} />
        </div>
      </div>
      <SimilarCourses course={course} lang={lang} />
      <BuyBar label={t('catalogue.buy_bar')} card="price-card">
        {price && <p><Price price={price} lang={lang} labels={{ oldPrice: t('site.old_price'), salePrice: t('site.sale_price'), free: t('site.free') }} /></p>}
        <PurchaseAction slug={course.slug} labels={await purchaseLabels(price)} size="medium" />
      </BuyBar>
    </article>
  );
}

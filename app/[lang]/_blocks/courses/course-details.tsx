import { getTranslations } from 'next-intl/server';
import { safeHtml } from '@/lib/content/safe-html';
import type { Meta } from '@/lib/content/schema';
import type { CourseOffer } from '@/lib/courses/catalogue/course-offer';
import { tagPage } from '@/lib/cache/page-context';
import type { Language } from '@/lib/language';
import { BreadcrumbData } from '../../_seo/breadcrumb-data';
import { CourseData } from '../../_seo/course-data';
import { PageHead } from '../../_seo/page-head';
import { PreviewLesson } from '../../_course/preview-lesson';
import { Breadcrumbs } from '../../_ui/navigation/breadcrumbs';
import { Icon } from '../../_ui/icon';
import { Prose } from '../../_ui/text/prose';
import { AfterPayment } from './after-payment';
import { CourseContent } from './course-content';
import { CourseTeacher } from './course-teacher';
import styles from './course-details.module.css';
import { PriceCard } from './price-card';

interface Props { lang: Language; path: string; course: CourseOffer; meta: Meta }

/** Row C6; what differs from person to person is in the price card's action. */
export async function CourseDetails({ lang, path, course, meta }: Props) {
  const t = await getTranslations();
  tagPage('products', `course:${course.slug}`);
  const crumbs = [{ label: t('tab_courses'), href: `/${lang}/home#courses` }, { label: course.title }];
  return (
    <article>
      <PageHead lang={lang} path={path} meta={meta} />
      <BreadcrumbData crumbs={crumbs} path={`/${lang}${path}`} />
      <CourseData course={course} lang={lang} path={path} />
      <div className={styles.page}>
        <header className={styles.head}>
          <Breadcrumbs label={t('chrome.breadcrumbs')} crumbs={crumbs} />
          <h1>{course.title}</h1>
          <p className={styles.summary}>{course.summary}</p>
          <p className={styles.fact}><Icon name="book" size={18} />{t('site.lessons_count', { count: course.chapters.flatMap(({ lessons }) => lessons).length })}</p>
          <p className={styles.fact}><Icon name="user" size={18} />{t('site.created_by', { name: course.courseInfo.createdBy })}</p>
        </header>
        <PriceCard course={course} lang={lang} />
        <div className={styles.body}>
          <PreviewLesson courseSlug={course.slug} lang={lang} />
          <section>
            <h2>{t('site.what_you_will_learn')}</h2>
            <ul className={styles.outcomes}>
              {course.courseInfo.whatYouWillLearn.map(({ content }) => <li key={content}><Icon name="check" size={18} />{content}</li>)}
            </ul>
          </section>
          <CourseContent course={course} title={t('site.course_content')} />
          <section>
            <h2>{t('site.about_course')}</h2>
            <Prose html={safeHtml(course.htmlContent)} />
          </section>
          <CourseTeacher name={course.courseInfo.createdBy} lang={lang} />
          <AfterPayment price={course.price} lang={lang} />
        </div>
      </div>
    </article>
  );
}

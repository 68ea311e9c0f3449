import { getTranslations } from 'next-intl/server';
import { listCourseCards } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { withCaptions } from '@/lib/video/captions/course-captions';
import { ListData } from '../../_seo/list-data';
import { ButtonLink } from '../../_ui/button';
import { PictureShelf } from '../../_ui/layout/picture-card';
import { Heading, Section } from '../../_ui/layout/section';
import { CourseCard, courseAddress } from './course-card';
import styles from './course-cards.module.css';

/** The courses for sale, on the home page: the first in full, the others as a list. */
export async function CourseCards({ lang }: { lang: Language }) {
  const [courses, t] = await Promise.all([listCourseCards(lang).then(withCaptions), getTranslations()]);
  if (courses.length === 0) return null;
  return (
    <Section id="courses">
      <ListData items={courses.map((course) => ({ name: course.title, href: courseAddress(course, lang) }))} />
      <Heading title={t('home.courses_title')}>{t('home.courses_text')}</Heading>
      <PictureShelf>
        {courses.map((course, index) => <CourseCard key={course.slug} course={course} lang={lang} form={index === 0 ? 'wide' : 'row'} />)}
      </PictureShelf>
      <p className={styles.more}><ButtonLink variant="secondary" iconEnd="arrow" href={`/${lang}/courses`}>{t('catalogue.all_courses')}</ButtonLink></p>
    </Section>
  );
}

import { getTranslations } from 'next-intl/server';
import { detailsSlugOf, listCourseCards } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { ListData } from '../../_seo/list-data';
import { PictureCards } from '../../_ui/layout/picture-card';
import { Heading, Section } from '../../_ui/layout/section';
import { CourseCard } from './course-card';

/** The courses for sale, on the home page. */
export async function CourseCards({ lang }: { lang: Language }) {
  const [courses, t] = await Promise.all([listCourseCards(lang), getTranslations()]);
  if (courses.length === 0) return null;
  const addressOf = (course: (typeof courses)[number]) => `/${lang}/details/course-page/courses-data/${encodeURIComponent(detailsSlugOf(course))}`;
  return (
    <Section id="courses">
      <ListData items={courses.map((course) => ({ name: course.title, href: addressOf(course) }))} />
      <Heading title={t('home.courses_title')}>{t('home.courses_text')}</Heading>
      <PictureCards>
        {courses.map((course) => (
          <CourseCard key={course.slug} course={course} lang={lang} href={addressOf(course)} labels={{ sale: t('site.sale'), oldPrice: t('site.old_price'), salePrice: t('site.sale_price'), free: t('site.free') }} />
        ))}
      </PictureCards>
    </Section>
  );
}

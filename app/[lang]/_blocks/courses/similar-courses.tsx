import { getTranslations } from 'next-intl/server';
import { listSimilarCourses, type CourseOffer } from '@/lib/courses/catalogue/course-offer';
import type { Language } from '@/lib/language';
import { withCaptions } from '@/lib/video/captions/course-captions';
import { PictureCards } from '../../_ui/layout/picture-card';
import { Heading, Section } from '../../_ui/layout/section';
import { CourseCard } from './course-card';

/** Row N2; null for the only course there is. */
export async function SimilarCourses({ course, lang }: { course: CourseOffer; lang: Language }) {
  const [courses, t] = await Promise.all([listSimilarCourses(course, lang).then(withCaptions), getTranslations('catalogue')]);
  if (courses.length === 0) return null;
  return (
    <Section tone="sand">
      <Heading title={t('similar')} />
      <PictureCards>
        {courses.map((each) => <CourseCard key={each.slug} course={each} lang={lang} />)}
      </PictureCards>
    </Section>
  );
}

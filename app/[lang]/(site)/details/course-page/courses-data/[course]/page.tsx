import { permanentRedirect } from 'next/navigation';
import { CourseDetails } from '@/components/blocks/courses/course-details';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { tagPage } from '@/lib/cache/page-context';
import { readDetailsMeta } from '@/lib/content/pages';
import { findCourseDetails } from '@/lib/courses/catalogue/course-offer';
import { readLang } from '@/lib/language';
import { log, logMissingContent } from '@/lib/log';

interface Props {
  params: Promise<{ lang: string; course: string }>;
  searchParams: Promise<{ lesson?: string | string[] }>;
}

const addressOf = (segment: string) => `/details/course-page/courses-data/${encodeURIComponent(segment)}`;

/** Shows a course's sales page, whose path is part of the contract (rows A7, A10, C5, C6). */
export default async function CourseDetailsPage({ params, searchParams }: Props) {
  const lang = await readLang(params);
  const segment = decodeURIComponent((await params).course);
  const path = addressOf(segment);
  const lesson = [(await searchParams).lesson].flat()[0];
  tagPage('courses');
  const details = await findCourseDetails(segment, lang).catch((error: unknown) => {
    log.error({ err: error, course: segment }, 'A course could not be read');
    return null;
  });
  if (!details) return <MissingContent lang={lang} path={path} status={503} />;
  if (details.state === 'missing') {
    logMissingContent(`/${lang}${path}`);
    return <MissingContent lang={lang} path={path} />;
  }
  const own = addressOf(details.detailsSlug);
  if (details.state === 'moved')
    permanentRedirect(`/${lang}${own}${lesson ? `?lesson=${encodeURIComponent(lesson)}` : ''}`);
  return (
    <CourseDetails
      lang={lang}
      path={own}
      course={details.course}
      lesson={lesson}
      meta={await readDetailsMeta(lang, 'course-page', details.course.meta)}
    />
  );
}

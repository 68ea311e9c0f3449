import { permanentRedirect } from 'next/navigation';
import { detailsMeta, findDetails } from '@/lib/content/pages';
import { findCourseDetails } from '@/lib/courses/catalogue/course-offer';
import { tagPage } from '@/lib/cache/page-context';
import { langOf, type Language } from '@/lib/language';
import { log } from '@/lib/log';
import { CourseDetails } from '@/components/blocks/courses/course-details';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { ServiceDetails } from '@/components/blocks/service-details';

interface Props {
  params: Promise<{ lang: string; path?: string[] }>;
  searchParams: Promise<{ lesson?: string | string[] }>;
}

/** Shows the service, video or course of `/details/{pagename}/{filename}/{title}` (rows A7, A10, A14, C5, C6). */
export default async function DetailsPage({ params, searchParams }: Props) {
  const lang = await langOf(params);
  const [pagename, filename, title, ...more] = ((await params).path ?? []).map(decodeURIComponent);
  const path = `/details/${[pagename, filename, title]
    .filter(Boolean)
    .map((part) => encodeURIComponent(part ?? ''))
    .join('/')}`;
  if (!pagename || !filename || !title || more.length > 0) {
    log.error(`Resolver data is undefined: /${lang}${path}`);
    return <MissingContent lang={lang} path={path} />;
  }
  if (pagename === 'course-page' && filename === 'courses-data')
    return <CourseOf lang={lang} path={path} segment={title} lesson={[(await searchParams).lesson].flat()[0]} />;
  const details = await findDetails(lang, pagename, filename, title);
  if (details.state === 'moved')
    permanentRedirect(`/${lang}/details/${pagename}/${filename}/${encodeURIComponent(details.slug)}`);
  if (details.state === 'missing') return <MissingContent lang={lang} path={path} />;
  return (
    <ServiceDetails
      lang={lang}
      path={path}
      service={details.item}
      meta={details.meta}
      fileName={`${pagename}/${filename}`}
    />
  );
}

interface CourseProps {
  lang: Language;
  path: string;
  segment: string;
  lesson: string | undefined;
}

async function CourseOf({ lang, path, segment, lesson }: CourseProps) {
  tagPage('courses');
  const details = await findCourseDetails(segment, lang).catch((error: unknown) => {
    log.error({ err: error, course: segment }, 'course could not be read');
    return null;
  });
  if (!details) return <MissingContent lang={lang} path={path} status={503} />;
  if (details.state === 'missing') {
    log.error(`Resolver data is undefined: /${lang}${path}`);
    return <MissingContent lang={lang} path={path} />;
  }
  const own = `/details/course-page/courses-data/${encodeURIComponent(details.detailsSlug)}`;
  if (details.state === 'moved')
    permanentRedirect(`/${lang}${own}${lesson ? `?lesson=${encodeURIComponent(lesson)}` : ''}`);
  return (
    <CourseDetails
      lang={lang}
      path={own}
      course={details.course}
      lesson={lesson}
      meta={await detailsMeta(lang, 'course-page', details.course.meta)}
    />
  );
}

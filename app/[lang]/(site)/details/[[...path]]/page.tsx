import { permanentRedirect } from 'next/navigation';
import { findDetails } from '@/lib/content/details';
import { findCourseOffer } from '@/lib/courses/course-offer';
import { log } from '@/lib/log';
import { CourseDetails } from '../../../_blocks/course-details';
import { MissingContent } from '../../../_blocks/missing-content';
import { ServiceDetails } from '../../../_blocks/service-details';
import { pageLanguage } from '../../../page-language';

type Props = { params: Promise<{ lang: string; path?: string[] }> };

/** Rows A7, A10, A14, C5, C6: `/{pagename}/{filename}/{title}`. */
export default async function DetailsPage({ params }: Props) {
  const lang = await pageLanguage(params);
  const [pagename, filename, title, ...more] = ((await params).path ?? []).map(decodeURIComponent);
  const path = `/details/${[pagename, filename, title].filter(Boolean).map((part) => encodeURIComponent(part ?? '')).join('/')}`;
  if (!pagename || !filename || !title || more.length > 0) {
    log.error(`Resolver data is undefined: /${lang}${path}`);
    return <MissingContent lang={lang} path={path} />;
  }
  const details = await findDetails(lang, pagename, filename, title);
  if (details.state === 'moved') permanentRedirect(`/${lang}/details/${pagename}/${filename}/${encodeURIComponent(details.slug)}`);
  if (details.state === 'missing') return <MissingContent lang={lang} path={path} />;
  if (details.item.category === 'video') return <ServiceDetails lang={lang} path={path} service={details.item} filename={filename} />;
  const offer = await findCourseOffer(details.item.courseName, lang);
  return offer ? <CourseDetails lang={lang} path={path} course={offer} /> : <MissingContent lang={lang} path={path} />;
}

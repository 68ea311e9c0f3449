import { permanentRedirect } from 'next/navigation';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { ServiceDetails } from '@/components/blocks/service-details';
import { findDetails } from '@/lib/content/pages';
import { readLang } from '@/lib/language';
import { logMissingContent } from '@/lib/log';

interface Props {
  params: Promise<{ lang: string; path?: string[] }>;
}

/** Shows the service or video of `/details/{pagename}/{filename}/{title}` (rows A7, A10, A14, C5). */
export default async function DetailsPage({ params }: Props) {
  const lang = await readLang(params);
  const [pagename, filename, title, ...more] = ((await params).path ?? []).map(decodeURIComponent);
  const path = `/details/${[pagename, filename, title]
    .filter(Boolean)
    .map((part) => encodeURIComponent(part ?? ''))
    .join('/')}`;
  if (!pagename || !filename || !title || more.length > 0) {
    logMissingContent(`/${lang}${path}`);
    return <MissingContent lang={lang} path={path} />;
  }
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

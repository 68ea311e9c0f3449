import { permanentRedirect } from 'next/navigation';
import { findCase, isService, listServiceLinks } from '@/lib/content/work/work';
import { langOf } from '@/lib/language';
import { MissingContent } from '../../../_blocks/page/missing-content';
import { CaseView } from './case-view';

interface Props { params: Promise<{ lang: string; slug: string }> }

/** Rows N3, A10, A14. */
export default async function CasePage({ params }: Props) {
  const lang = await langOf(params);
  const slug = decodeURIComponent((await params).slug);
  const [found, services] = await Promise.all([findCase(lang, slug), listServiceLinks(lang)]);
  if (found.state === 'moved') permanentRedirect(`/${lang}/work/${encodeURIComponent(found.slug)}`);
  if (found.state === 'missing') return <MissingContent lang={lang} path={`/work/${encodeURIComponent(slug)}`} />;
  const { item, others } = found;
  return <CaseView item={item} others={others} services={services.filter((service) => item.usedServices.some((name) => isService(service, name)))} lang={lang} />;
}

import { permanentRedirect } from 'next/navigation';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { CaseView } from '@/components/blocks/work/case-view';
import { findCase, isServiceNamed, listServiceLinks } from '@/lib/content/work';
import { readLang } from '@/lib/language';

interface Props {
  params: Promise<{ lang: string; slug: string }>;
}

export default async function CasePage({ params }: Props) {
  const lang = await readLang(params);
  const slug = decodeURIComponent((await params).slug);
  const [found, services] = await Promise.all([findCase(lang, slug), listServiceLinks(lang)]);
  if (found.state === 'moved') permanentRedirect(`/${lang}/work/${encodeURIComponent(found.slug)}`);
  if (found.state === 'missing') return <MissingContent lang={lang} path={`/work/${encodeURIComponent(slug)}`} />;
  const { item, others } = found;
  return (
    <CaseView
      item={item}
      others={others}
      services={services.filter((service) => item.usedServices.some((name) => isServiceNamed(service, name)))}
      lang={lang}
    />
  );
}

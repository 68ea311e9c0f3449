import { readServicesPage } from '@/lib/content/pages';
import { langOf } from '@/lib/language';
import { MissingContent } from '../../_blocks/page/missing-content';
import { PageHeading } from '../../_blocks/page/page-heading';
import { ServiceGroup } from '../../_blocks/services/service-group';
import { AskBand } from '../../_blocks/page/ask-band';
import { ListData } from '../../_seo/json-ld';
import { PageHead } from '../../_seo/page-head';
import { detailsAddress } from '../../_blocks/services/service-cards';

/** Row C4. */
export default async function ServicesPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await langOf(params);
  const page = await readServicesPage(lang);
  if (!page) return <MissingContent lang={lang} path="/services" />;
  const { meta, heading, intro } = page.metadata;
  return (
    <>
      <PageHead lang={lang} path="/services" meta={meta} />
      <PageHeading heading={heading} fallback={meta.title ?? ''} intro={intro} />
      <ListData items={page.blocks.flatMap((block) => block.details.services.map((service) => ({ name: service.title, href: detailsAddress(lang, block.fileName, service) })))} />
      {page.blocks.map((block, index) => <ServiceGroup key={block.fileName} block={block} lang={lang} tone={index % 2 === 0 ? 'paper' : 'sand'} first={index === 0} />)}
      <AskBand lang={lang} words="site" />
    </>
  );
}

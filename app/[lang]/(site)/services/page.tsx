import { ContactBand } from '@/components/blocks/page/contact-band';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { detailsUrl, ServiceCards } from '@/components/blocks/service-cards';
import { loadingOf, Picture } from '@/components/layout/picture';
import { Section } from '@/components/layout/section';
import { ListData } from '@/components/seo/json-ld';
import { PageHead } from '@/components/seo/page-head';
import { classNames } from '@/components/ui/class-names';
import { readServicesPage } from '@/lib/content/pages';
import type { Block } from '@/lib/content/schema';
import { type Language, readLang } from '@/lib/language';
import styles from './service-group.module.css';

export default async function ServicesPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await readLang(params);
  const page = await readServicesPage(lang);
  if (!page) return <MissingContent lang={lang} path="/services" />;
  const { meta, heading, intro } = page.metadata;
  return (
    <>
      <PageHead lang={lang} path="/services" meta={meta} />
      <PageHeading heading={heading} fallback={meta.title ?? ''} intro={intro} />
      <ListData
        items={page.blocks.flatMap((block) =>
          block.details.services.map((service) => ({
            name: service.title,
            href: detailsUrl(lang, block.fileName, service),
          })),
        )}
      />
      {page.blocks.map((block, index) => (
        <ServiceGroup
          key={block.fileName}
          block={block}
          lang={lang}
          tone={index % 2 === 0 ? 'paper' : 'sand'}
          first={index === 0}
        />
      ))}
      <ContactBand lang={lang} words="site" />
    </>
  );
}

function ServiceGroup({
  block,
  lang,
  tone,
  first,
}: {
  block: Block;
  lang: Language;
  tone: 'paper' | 'sand';
  first: boolean;
}) {
  return (
    <Section tone={tone}>
      <div className={classNames(styles.head, block.type === 'image-with-text' && styles.imageFirst)}>
        <div className={styles.text}>
          <h2>{block.title}</h2>
          <p className={styles.summary}>{block.summary}</p>
        </div>
        <Picture
          className={styles.image}
          src={block.imageIconPath}
          alt={block.imageAlt}
          width={800}
          height={600}
          {...loadingOf(first)}
          decoding="async"
        />
      </div>
      <ServiceCards
        lang={lang}
        services={block.details.services}
        fileName={block.details.isDetails ? block.fileName : null}
      />
    </Section>
  );
}

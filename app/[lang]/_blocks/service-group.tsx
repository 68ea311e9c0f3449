import { getTranslations } from 'next-intl/server';
import type { Block } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { classNames } from '../_ui/class-names';
import { Section } from '../_ui/section';
import { detailsAddress } from './details-address';
import { ServiceCard } from './service-card';
import styles from './service-group.module.css';

/** A block of the services page (row C4): its words and picture, then a card for each service. */
export async function ServiceGroup({ block, lang, tone }: { block: Block; lang: Language; tone: 'paper' | 'sand' }) {
  const words = await getTranslations('site');
  const services = block.details?.services ?? [];
  return (
    <Section tone={tone}>
      <div className={classNames(styles.head, block.type === 'image-with-text' && styles.imageFirst)}>
        <div className={styles.words}>
          <h2>{block.title}</h2>
          <p className={styles.summary}>{block.summary}</p>
        </div>
        <img className={styles.image} src={block.imageIconPath} alt={block.imageAlt} width={800} height={600} loading="lazy" decoding="async" />
      </div>
      <ul className={styles.cards}>
        {services.map((service) => (
          <ServiceCard
            key={service.title}
            service={service}
            href={block.details?.isDetails ? detailsAddress(lang, block.fileName, service) : null}
            label={words('details')}
            fullLabel={words('details_of', { title: service.title })}
          />
        ))}
      </ul>
    </Section>
  );
}

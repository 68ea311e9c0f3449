import type { Block } from '@/lib/content/schema';
import type { Language } from '@/lib/language';
import { classNames } from '../../_ui/class-names';
import { loadingOf, Picture } from '../../_ui/layout/picture';
import { Section } from '../../_ui/layout/section';
import { ServiceCards } from './service-cards';
import styles from './service-group.module.css';

/** A block of the services page (row C4): its texts and picture, then a card for each service. */
export function ServiceGroup({ block, lang, tone, first }: { block: Block; lang: Language; tone: 'paper' | 'sand'; first: boolean }) {
  return (
    <Section tone={tone}>
      <div className={classNames(styles.head, block.type === 'image-with-text' && styles.imageFirst)}>
        <div className={styles.text}>
          <h2>{block.title}</h2>
          <p className={styles.summary}>{block.summary}</p>
        </div>
        <Picture className={styles.image} src={block.imageIconPath} alt={block.imageAlt} width={800} height={600} {...loadingOf(first)} decoding="async" />
      </div>
      <ServiceCards lang={lang} services={block.details.services} fileName={block.details.isDetails ? block.fileName : null} />
    </Section>
  );
}

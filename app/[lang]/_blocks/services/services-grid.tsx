import { listServiceLinks } from '@/lib/content/work/work';
import { CoveringLink } from '../../_ui/navigation/covering-link';
import { BlockActions, type BlockProps } from '../block-actions';
import { Heading, Section } from '../../_ui/layout/section';
import { longestWord } from './service-cards';
import styles from './services-grid.module.css';

/** A block whose layout is `services`: its texts, then every service with a page of its own. */
export async function ServicesGrid({ block, lang, tone }: BlockProps) {
  const services = await listServiceLinks(lang);
  return (
    <Section tone={tone}>
      <Heading eyebrow={block.eyebrow} title={block.title}>{block.summary}</Heading>
      <ul className={styles.grid}>
        {services.map(({ slug, title, summary, imageIconPath, path }) => (
          <li key={slug} className={styles.service}>
            <img src={imageIconPath} alt="" width={44} height={44} loading="lazy" decoding="async" />
            <h3 className={styles.name} style={longestWord(title)}><CoveringLink href={`/${lang}${path}`}>{title}</CoveringLink></h3>
            <p className={styles.text}>{summary}</p>
          </li>
        ))}
      </ul>
      <BlockActions actions={block.actions} lang={lang} onDeep={tone === 'deep'} />
    </Section>
  );
}

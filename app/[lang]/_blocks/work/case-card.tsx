import type { WorkCase } from '@/lib/content/work/work-schema';
import { casePath, caseSlug } from '@/lib/content/work/work';
import { classNames } from '../../_ui/class-names';
import { ContentPicture } from '../../_ui/layout/content-picture';
import { CoveringLink } from '../../_ui/navigation/covering-link';
import styles from './case-card.module.css';
import { Results } from './results';

/** Names a case's picture in the transition from a list to its page. */
export const casePicture = (item: WorkCase): string => `work-${caseSlug(item)}`;

interface Props { item: WorkCase; lang: string; /** Across the page, with all its results; else a card. */ wide?: boolean; level: 2 | 3 }

export function CaseCard({ item, lang, wide, level }: Props) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <article className={classNames(styles.card, wide && styles.wide)}>
      <ContentPicture
        name={casePicture(item)} picture={item.picture} className={styles.picture} first={Boolean(wide)}
        sizes={wide ? '(max-width: 75rem) 100vw, 75rem' : '(max-width: 48rem) 100vw, 37rem'}
      />
      <div className={styles.text}>
        <div className={styles.words}>
          <p className={styles.client}><b>{item.client}</b> {item.sector}</p>
          <Title className={styles.title}><CoveringLink href={`/${lang}${casePath(item)}`}>{item.title}</CoveringLink></Title>
          <p className={styles.summary}>{item.summary}</p>
        </div>
        <Results results={wide ? item.results : item.results.slice(0, 2)} small={!wide} />
      </div>
    </article>
  );
}

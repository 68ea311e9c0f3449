import type { WorkCase } from '@/lib/content/work/work-schema';
import { CaseCard } from './case-card';
import styles from './case-grid.module.css';

export function CaseGrid({ cases, lang, level }: { cases: readonly WorkCase[]; lang: string; level: 2 | 3 }) {
  return (
    <ul className={styles.grid}>
      {cases.map((item) => <li key={item.title}><CaseCard item={item} lang={lang} level={level} /></li>)}
    </ul>
  );
}

import type { WorkCase } from '@/lib/content/work/work-schema';
import { classNames } from '../../_ui/class-names';
import styles from './results.module.css';

/** The measured results: a large figure, and under it what it says. */
export function Results({ results, small }: { results: WorkCase['results']; small?: boolean }) {
  return (
    <dl className={classNames(styles.results, small && styles.small)}>
      {results.map(({ value, label }) => (
        <div key={label} className={styles.result}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

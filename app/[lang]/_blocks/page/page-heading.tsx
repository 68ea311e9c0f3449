import type { MetaData } from '@/lib/content/schema';
import { classNames } from '../../_ui/class-names';
import styles from './page-heading.module.css';

interface Props { heading: MetaData['heading']; fallback: string; intro?: string | undefined; /** above a text column */ narrow?: boolean }

/** The head of a page: a title in one or two parts, the second in the accent, and the first paragraph. */
export function PageHeading({ heading, fallback, intro, narrow }: Props) {
  return (
    <header className={styles.head}>
      <div className={classNames(styles.inner, narrow && styles.narrow)}>
        <h1>
          {heading?.first ?? fallback}
          {heading?.second && <>{' '}<span className={styles.second}>{heading.second}</span></>}
        </h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
    </header>
  );
}

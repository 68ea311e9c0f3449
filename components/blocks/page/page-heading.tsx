import { classNames } from '@/components/ui/class-names';
import type { MetaData } from '@/lib/content/schema';
import styles from './page-heading.module.css';

interface Props {
  heading: MetaData['heading'];
  fallback: string;
  intro?: string | undefined;
  narrow?: boolean;
}

export function PageHeading({ heading, fallback, intro, narrow }: Props) {
  return (
    <header className={styles.head}>
      <div className={classNames(styles.inner, narrow && styles.narrow)}>
        <h1>
          {heading?.first ?? fallback}
          {heading?.second && (
            <>
              {' '}
              <span className={styles.second}>{heading.second}</span>
            </>
          )}
        </h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
    </header>
  );
}

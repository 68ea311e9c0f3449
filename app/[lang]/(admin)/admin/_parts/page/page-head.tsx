import Link from 'next/link';
import type { ReactNode } from 'react';
import { Icon } from '../../../../_ui/icon';
import styles from './page-head.module.css';

interface PageHeadProps { title: ReactNode; intro?: ReactNode; actions?: ReactNode; back?: { href: string; label: string } }

export function PageHead({ title, intro, actions, back }: PageHeadProps) {
  return (
    <header className={styles.head}>
      <div className={styles.text}>
        {back && <Link className={styles.back} href={back.href} prefetch={false}><Icon name="arrow-left" size={16} />{back.label}</Link>}
        <h1>{title}</h1>
        {intro && <p className={styles.intro}>{intro}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

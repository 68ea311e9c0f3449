import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '../../../_ui/class-names';
import styles from './figure-row.module.css';

export type FigureItem = { label: string; value: ReactNode; note?: ReactNode; href?: string; tone?: 'calm' | 'waiting' };

/** The few numbers that matter, large. */
export function FigureRow({ figures }: { figures: FigureItem[] }) {
  return (
    <dl className={styles.row}>
      {figures.map(({ label, value, note, href, tone = 'calm' }) => (
        <div key={label} className={classNames(styles.figure, tone === 'waiting' && styles.waiting)}>
          <dt>{href ? <Link href={href} prefetch={false}>{label}</Link> : label}</dt>
          <dd className={styles.value}>{value}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

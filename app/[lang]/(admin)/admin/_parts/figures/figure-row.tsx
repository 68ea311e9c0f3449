import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '../../../../_ui/class-names';
import styles from './figure-row.module.css';

export interface FigureItem { label: string; value: ReactNode; note?: ReactNode; href?: string; tone?: 'calm' | 'waiting'; trend?: { share: string; up: boolean; than: string } | null }

/** The few numbers that matter, large, and whether they grew. */
export function FigureRow({ figures }: { figures: FigureItem[] }) {
  return (
    <dl className={styles.row}>
      {figures.map(({ label, value, note, href, tone = 'calm', trend }) => (
        <div key={label} className={classNames(styles.figure, tone === 'waiting' && styles.waiting, href && styles.linked)}>
          <dt>{href ? <Link href={href} prefetch={false}>{label}</Link> : label}</dt>
          <dd className={styles.value}>{value}</dd>
          {trend && <dd className={classNames(styles.note, trend.up ? styles.up : styles.down)}><bdi>{trend.share}</bdi> <span>{trend.than}</span></dd>}
          {note && <dd className={styles.note}>{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

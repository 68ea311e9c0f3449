import Link from 'next/link';
import type { MouseEventHandler } from 'react';
import styles from './lesson-time.module.css';

interface LessonTimeProps {
  href: string;
  clock: string;
  label: string;
  onClick?: MouseEventHandler<HTMLAnchorElement>;
}

export const LessonTime = ({ href, clock, label, onClick }: LessonTimeProps) => (
  <Link href={href} className={styles.time} prefetch={false} aria-label={label} onClick={onClick}>
    {clock}
  </Link>
);

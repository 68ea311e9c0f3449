import Link from 'next/link';
import type { MouseEventHandler } from 'react';
import styles from './lesson-time.module.css';

interface LessonTimeProps { href: string; /** As `positionText` writes it. */ clock: string; label: string; onClick?: MouseEventHandler<HTMLAnchorElement> }

/** A place in a lesson, as a link to it. */
export const LessonTime = ({ href, clock, label, onClick }: LessonTimeProps) => (
  <Link href={href} className={styles.time} prefetch={false} aria-label={label} onClick={onClick}>{clock}</Link>
);

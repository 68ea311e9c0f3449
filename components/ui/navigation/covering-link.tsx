import Link from 'next/link';
import type { ReactNode } from 'react';
import styles from './covering-link.module.css';

export function CoveringLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className={styles.link} href={href} prefetch={false}>
      {children}
    </Link>
  );
}

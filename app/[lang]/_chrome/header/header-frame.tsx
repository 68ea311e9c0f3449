'use client';

import { usePathname } from 'next/navigation';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import styles from './header.module.css';

const threshold = 30;
/** Outlives a change of language, which mounts the header anew (row B4: the look stays when leaving the page). */
let carriedOver = false;

export function HeaderFrame({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const [scrolled, setScrolled] = useState(false);
  // Before the router scrolls the new page to its top, which must not count as scrolling back.
  useLayoutEffect(() => {
    let persists = carriedOver;
    const look = (event?: Event) => {
      const past = window.scrollY > threshold;
      if (past && event) persists = false;
      carriedOver = past || persists;
      setScrolled(carriedOver);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [pathname]);
  return (
    <header className={styles.header} data-scrolled={scrolled || undefined}>
      {children}
    </header>
  );
}

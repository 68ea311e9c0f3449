'use client';

import { useEffect, useState, type ReactNode } from 'react';
import styles from './buy-bar.module.css';

interface Props {
  label: string;
  card: string;
  children: ReactNode;
}

/** Row N2: sticky, so that it covers neither the end of the page nor the footer. */
export function BuyBar({ label, card, children }: Props) {
  const [isAway, setAway] = useState(false);
  useEffect(() => {
    const watched = document.getElementById(card);
    if (!watched) return;
    const observer = new IntersectionObserver((entries) => setAway(entries.at(-1)?.isIntersecting ?? false));
    observer.observe(watched);
    return () => observer.disconnect();
  }, [card]);
  return (
    <aside className={styles.bar} aria-label={label} data-away={isAway || undefined} inert={isAway}>
      {children}
    </aside>
  );
}

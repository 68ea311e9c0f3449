'use client';

import { usePathname } from 'next/navigation';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import styles from './header.module.css';
import Link from 'next/link';
import { Icon } from '@/components/ui/icon';

const threshold = 30;
/** Row B4: kept outside React, because the header must keep its look when a change of language remounts it. */
let carriedOver = false;

export function HeaderFrame({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const [scrolled, setScrolled] = useState(false);
  // Runs before the router scrolls the new page to the top, which must not count as scrolling back.
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

interface Tab {
  label: string;
  route: string;
}

/** Row B2: renders both tabs, sign-in and profile; CSS hides the wrong one before the first paint. */
export function NavigationLinks({ lang, tabs }: { lang: string; tabs: readonly Tab[] }) {
  const pathname = usePathname();
  return (
    <ul className={styles.tabs} onClick={() => document.getElementById('menu')?.hidePopover?.()}>
      {tabs.map(({ label, route }) => (
        <li key={route} data-tab={audienceOf(route)}>
          <Link
            href={`/${lang}${route}`}
            className={styles.tab}
            aria-current={isCurrent(pathname, lang, route) ? 'page' : undefined}
            prefetch={audienceOf(route) ? false : null}
          >
            {label}
          </Link>
        </li>
      ))}
    </ul>
  );
}

function audienceOf(route: string): 'visitor' | 'learner' | undefined {
  if (route.startsWith('/login')) return 'visitor';
  return route.startsWith('/profile') ? 'learner' : undefined;
}

function isCurrent(pathname: string, lang: string, route: string): boolean {
  if (route.includes('#')) return false;
  const own = `/${lang}${route}`;
  return pathname === own || pathname.startsWith(`${own}/`);
}

export const SearchLink = ({ lang, label }: { lang: string; label: string }) => (
  <Link
    href={`/${lang}/search`}
    className={styles.search}
    prefetch={false}
    onClick={() => document.getElementById('menu')?.hidePopover?.()}
  >
    <Icon name="search" />
    <span className={styles.searchLabel}>{label}</span>
  </Link>
);

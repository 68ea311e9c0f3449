'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { Icon } from '@/components/ui/icon';
import styles from './header.module.css';

interface Tab {
  label: string;
  route: string;
}

/** Row B2: renders both the sign-in and the profile tab. CSS hides the wrong one before the first paint. */
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
  const href = `/${lang}${route}`;
  return pathname === href || pathname.startsWith(`${href}/`);
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

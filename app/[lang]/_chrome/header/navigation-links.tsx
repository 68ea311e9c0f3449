'use client';

import Link from 'next/link';
import { usePathname } from 'next/navigation';
import styles from './header.module.css';

interface Tab { label: string; route: string }

/** Both the login and the profile tab are there; the style sheet hides the wrong one before the first paint (row B2). */
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

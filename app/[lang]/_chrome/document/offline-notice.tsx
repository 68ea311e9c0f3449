'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore, type ReactNode } from 'react';
import { hasOfflineLessons } from '../../_session/shown-user';
import styles from './offline-notice.module.css';

/** While there is no connection: says so, and a click on a link stays on the page instead of losing it to the browser's error. */
export function OfflineNotice({ children }: { children: ReactNode }) {
  // The page for that says it by itself.
  const isElsewhere = !usePathname().endsWith('/offline');
  const online = useSyncExternalStore(watchConnection, () => navigator.onLine, () => true);
  useEffect(() => {
    if (online) return undefined;
    document.addEventListener('click', stayOnPage, true);
    return () => document.removeEventListener('click', stayOnPage, true);
  }, [online]);
  return <div role="status" className={styles.place}>{!online && isElsewhere && children}</div>;
}

/** In the notice: what is only for a device that has lessons (row N18). */
export function WithLessons({ children }: { children: ReactNode }) {
  return hasOfflineLessons() && children;
}

function watchConnection(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

function stayOnPage(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || link.origin !== location.origin) return;
  const staysHere = link.pathname === location.pathname && link.hash !== '';
  if (staysHere) return;
  // The service worker opens that page for the browser, not for Next.
  if (link.pathname.endsWith('/offline') && hasOfflineLessons()) event.stopPropagation();
  else event.preventDefault();
}

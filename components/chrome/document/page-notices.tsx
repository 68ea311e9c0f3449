'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore, type ReactNode, useState } from 'react';
import { hasOfflineLessons } from '@/components/session/shown-user';
import styles from './offline-notice.module.css';
import { partMissing } from '@/components/ui/load-part';
import { reloadKeepingFields } from '@/components/session/kept-fields';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';

/** Blocks links while offline, because a click would replace the page by the browser's error page. */
export function OfflineNotice({ children }: { children: ReactNode }) {
  const isElsewhere = !usePathname().endsWith('/offline');
  const online = useSyncExternalStore(
    watchConnection,
    () => navigator.onLine,
    () => true,
  );
  useEffect(() => {
    if (online) return undefined;
    document.addEventListener('click', stayOnPage, true);
    return () => document.removeEventListener('click', stayOnPage, true);
  }, [online]);
  return (
    <div role="status" className={styles.place}>
      {!online && isElsewhere && children}
    </div>
  );
}

export function IfOfflineLessons({ children }: { children: ReactNode }) {
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
  // Let the browser navigate: the service worker serves the offline page to it, but not to Next's router.
  if (link.pathname.endsWith('/offline') && hasOfflineLessons()) event.stopPropagation();
  else event.preventDefault();
}

interface Props {
  labels: { title: string; text: string; reload: string };
}

export function ReloadOffer({ labels }: Props) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const show = () => setShown(true);
    window.addEventListener(partMissing, show);
    return () => window.removeEventListener(partMissing, show);
  }, []);
  return (
    <div role="alert" className={styles.place}>
      {isShown && <Offer labels={labels} />}
    </div>
  );
}

function Offer({ labels }: Props): ReactNode {
  return (
    <Notice
      tone="notice"
      title={labels.title}
      actions={
        <Button size="small" onClick={reloadKeepingFields}>
          {labels.reload}
        </Button>
      }
    >
      {labels.text}
    </Notice>
  );
}

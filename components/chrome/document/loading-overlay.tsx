'use client';

import { useEffect, useState } from 'react';
import { Spinner } from '@/components/ui/feedback/spinner';
import styles from './loading-overlay.module.css';

export function LoadingOverlay({ label }: { label: string }) {
  const [shown, setShown] = useState(false);
  useEffect(() => watchRequests(setShown), []);
  return (
    <div role="status" className={styles.place}>
      {shown && (
        <div className={styles.overlay}>
          <Spinner size={56} label={label} />
        </div>
      )}
    </div>
  );
}

const delayMs = 1000;

export function watchRequests(show: (shown: boolean) => void): () => void {
  const original = window.fetch;
  let inFlight = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const begin = () => {
    inFlight += 1;
    if (inFlight === 1) timer = setTimeout(() => show(true), delayMs);
  };
  const end = () => {
    inFlight -= 1;
    if (inFlight > 0) return;
    clearTimeout(timer);
    show(false);
  };
  const watchedFetch: typeof fetch = (input, init) => {
    if (isBackground(input, init)) return original(input, init);
    begin();
    return original(input, init).finally(end);
  };
  window.fetch = watchedFetch;
  return () => {
    clearTimeout(timer);
    if (window.fetch === watchedFetch) window.fetch = original;
  };
}

function isBackground(input: RequestInfo | URL, init: RequestInit | undefined): boolean {
  const request = input instanceof Request ? input : undefined;
  const headers = new Headers(init?.headers ?? request?.headers);
  const prefetch = headers.has('next-router-prefetch') || headers.has('next-router-segment-prefetch');
  return prefetch || init?.priority === 'low' || (init?.keepalive ?? request?.keepalive ?? false);
}

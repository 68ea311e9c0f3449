'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '@/components/ui/button';
import styles from './visit-measurement.module.css';
import { readStored, writeStored } from '@/components/storage/browser-storage';

interface Labels {
  title: string;
  text: string;
  yes: string;
  no: string;
}
interface Props {
  measurementId: string;
  labels: Labels;
}

/** Row O3: loads nothing before the visitor agrees. Runs only on public pages, because other URLs contain secrets. */
export function VisitMeasurement({ measurementId, labels }: Props) {
  const answer = useSyncExternalStore(onConsentChange, readConsent, () => 'unknown');
  const pathname = usePathname();
  useEffect(() => {
    if (answer !== 'yes') return undefined;
    let isShown = true;
    import('./measure-visits').then(
      ({ countVisit }) => {
        if (isShown) countVisit(measurementId, pathname);
      },
      () => undefined,
    );
    return () => {
      isShown = false;
      window[`ga-disable-${measurementId}`] = true;
    };
  }, [answer, measurementId, pathname]);
  if (answer !== null) return null;
  return (
    <section className={styles.question} aria-label={labels.title}>
      <p>{labels.text}</p>
      <div className={styles.answers}>
        <Button size="small" onClick={() => storeConsent('yes')}>
          {labels.yes}
        </Button>
        <Button size="small" variant="secondary" onClick={() => storeConsent('no')}>
          {labels.no}
        </Button>
      </div>
    </section>
  );
}

export type MeasurementConsent = 'yes' | 'no';

const key = 'visit-measurement';

export const readConsent = (): string | null => readStored(key);

export function storeConsent(answer: MeasurementConsent): void {
  writeStored(key, answer);
  window.dispatchEvent(new Event(key));
  if (answer === 'no') removeCookies();
}

export function onConsentChange(work: () => void): () => void {
  window.addEventListener(key, work);
  window.addEventListener('storage', work);
  return () => {
    window.removeEventListener(key, work);
    window.removeEventListener('storage', work);
  };
}

/** Tries all domains: Google sets its cookies on the widest one allowed, which a page cannot look up. */
function removeCookies(): void {
  const names = document.cookie
    .split('; ')
    .map((cookie) => cookie.replace(/=.*/, ''))
    .filter((name) => /^_(ga|gid|gat)(_|$)/.test(name));
  const labels = location.hostname.split('.');
  const places = ['', ...labels.map((_, at) => `; domain=${labels.slice(at).join('.')}`)];
  for (const name of names) for (const place of places) document.cookie = `${name}=; path=/; max-age=0${place}`;
}

'use client';

import { usePathname } from 'next/navigation';
import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '../../_ui/button';
import { onAnswerChange, readAnswer, storeAnswer } from './visit-answer';
import styles from './visit-measurement.module.css';

interface Labels { title: string; text: string; yes: string; no: string }
interface Props { measurementId: string; labels: Labels }

/** Row O3: nothing is loaded before the visitor has agreed; the answer is stored, and changed by `CookieSettings`. On pages that are public alone: others have secrets in their addresses. */
export function VisitMeasurement({ measurementId, labels }: Props) {
  const answer = useSyncExternalStore(onAnswerChange, readAnswer, () => 'unknown');
  const pathname = usePathname();
  useEffect(() => {
    if (answer !== 'yes') return undefined;
    let isShown = true;
    import('./measure-visits').then(({ countVisit }) => { if (isShown) countVisit(measurementId, pathname); }, () => undefined);
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
        <Button size="small" onClick={() => storeAnswer('yes')}>{labels.yes}</Button>
        <Button size="small" variant="secondary" onClick={() => storeAnswer('no')}>{labels.no}</Button>
      </div>
    </section>
  );
}

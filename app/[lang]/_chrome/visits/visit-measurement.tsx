'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '../../_ui/button';
import { measureVisits } from './measure-visits';
import styles from './visit-measurement.module.css';

interface Labels { title: string; text: string; yes: string; no: string }
interface Props { measurementId: string; labels: Labels }

const storageKey = 'visit-measurement';
const changed = new EventTarget();
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
};

/** Row O3: nothing is loaded before the visitor has agreed; the answer is stored and not asked for again. */
export function VisitMeasurement({ measurementId, labels }: Props) {
  const answer = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey), () => 'unknown');
  useEffect(() => {
    if (answer === 'yes') measureVisits(measurementId);
  }, [answer, measurementId]);
  if (answer !== null) return null;
  const answerWith = (value: 'yes' | 'no') => () => {
    localStorage.setItem(storageKey, value);
    changed.dispatchEvent(new Event('change'));
  };
  return (
    <section className={styles.question} aria-label={labels.title}>
      <p>{labels.text}</p>
      <div className={styles.answers}>
        <Button size="small" onClick={answerWith('yes')}>{labels.yes}</Button>
        <Button size="small" variant="secondary" onClick={answerWith('no')}>{labels.no}</Button>
      </div>
    </section>
  );
}

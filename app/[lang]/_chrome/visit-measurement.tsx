'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { Button } from '../_ui/button';
import { measureVisits } from './measure-visits';
import styles from './visit-measurement.module.css';

interface Words { label: string; text: string; yes: string; no: string }
interface Props { measurementId: string; words: Words }

const storageKey = 'visit-measurement';
const changed = new EventTarget();
const subscribe = (listener: () => void) => {
  changed.addEventListener('change', listener);
  return () => changed.removeEventListener('change', listener);
};

/** Row O3: nothing is loaded before the visitor has agreed; the answer is kept and not asked again. */
export function VisitMeasurement({ measurementId, words }: Props) {
  const answer = useSyncExternalStore(subscribe, () => localStorage.getItem(storageKey), () => 'unknown');
  useEffect(() => {
    if (answer === 'yes') measureVisits(measurementId);
  }, [answer, measurementId]);
  if (answer !== null) return null;
  const say = (value: 'yes' | 'no') => () => {
    localStorage.setItem(storageKey, value);
    changed.dispatchEvent(new Event('change'));
  };
  return (
    <section className={styles.question} aria-label={words.label}>
      <p>{words.text}</p>
      <div className={styles.answers}>
        <Button size="small" onClick={say('yes')}>{words.yes}</Button>
        <Button size="small" variant="secondary" onClick={say('no')}>{words.no}</Button>
      </div>
    </section>
  );
}

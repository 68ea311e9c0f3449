'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { positionText } from '@/lib/i18n/number-texts';
import styles from './quiz.module.css';

/** So that what the page still holds arrives in time. */
const earlyMs = 1500;

/** Counts by the page's own clock: that of the device may be wrong. */
export function Countdown({ remainingMs, label, onOver }: { remainingMs: number; label: string; onOver: () => void }) {
  const [leftMs, setLeftMs] = useState(remainingMs);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    const from = performance.now();
    const timer = setInterval(() => {
      const left = remainingMs - (performance.now() - from);
      setLeftMs(left);
      if (left > earlyMs) return;
      clearInterval(timer);
      over();
    }, 500);
    return () => clearInterval(timer);
  }, [remainingMs]);
  return <p role="timer">{label}: <bdi className={styles.time}>{positionText(Math.max(0, Math.round(leftMs / 1000)))}</bdi></p>;
}

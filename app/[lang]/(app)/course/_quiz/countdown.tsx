'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { positionText } from '@/lib/i18n/number-texts';
import styles from './quiz.module.css';

/** So that what the page still holds arrives in time. */
const earlyMs = 1500;

/** Counts by the page's own clock: that of the device may be wrong. But the page's stands still while a phone sleeps: of the time out of sight the longer one counts. */
export function Countdown({ remainingMs, label, onOver }: { remainingMs: number; label: string; onOver: () => void }) {
  const [leftMs, setLeftMs] = useState(remainingMs);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    let endsAtMs = performance.now() + remainingMs;
    const deviceAheadMs = () => Date.now() - performance.now();
    let aheadBeforeMs = deviceAheadMs();
    const count = () => {
      const left = endsAtMs - performance.now();
      setLeftMs(left);
      if (left > earlyMs) return;
      stop();
      over();
    };
    const see = () => {
      if (document.hidden) {
        aheadBeforeMs = deviceAheadMs();
        return;
      }
      endsAtMs -= Math.max(0, deviceAheadMs() - aheadBeforeMs);
      count();
    };
    const timer = setInterval(count, 500);
    const stop = () => { clearInterval(timer); document.removeEventListener('visibilitychange', see); };
    document.addEventListener('visibilitychange', see);
    return stop;
  }, [remainingMs]);
  return <p role="timer"><span>{label}</span>: <bdi className={styles.time} translate="no">{positionText(Math.max(0, Math.round(leftMs / 1000)))}</bdi></p>;
}

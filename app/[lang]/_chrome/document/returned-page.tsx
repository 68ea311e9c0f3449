'use client';

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { reloadKeepingFields } from '../../_session/kept-fields';

const patienceMs = 3000;

/**
 * Firefox drops the message by which React continues its work when it freezes the page meanwhile for its back/forward cache, and React
 * then waits for it for ever. A page that comes back proves that updates arrive, or is loaded anew.
 */
export function ReturnedPage() {
  const [returns, setReturns] = useState(0);
  const seen = useRef(0);
  const check = useEffectEvent((count: number) => { if (seen.current < count) reloadKeepingFields(); });
  useEffect(() => { seen.current = returns; }, [returns]);
  useEffect(() => {
    let count = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const returned = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      count += 1;
      const expected = count;
      setReturns(expected);
      clearTimeout(timer);
      timer = setTimeout(() => check(expected), patienceMs);
    };
    window.addEventListener('pageshow', returned);
    return () => { window.removeEventListener('pageshow', returned); clearTimeout(timer); };
  }, []);
  return null;
}

'use client';

import { useEffect, useState } from 'react';
import { sessionFetch } from '../../../_session/session-fetch';
import styles from '../payment.module.css';

interface WaitingProps {
  orderUrl: string;
  nextUrl: string;
  shownBill: string | null;
  shownMethod: string | null;
  labels: { checking: string; offline: string };
}

interface Answer { status: string; billReference?: string; method: string | null; returning?: string }

const everyMs = 2500;

/** Row P2: the first tab waits, and goes on to what was bought when the order is paid; a payment that goes back is explained on the order's own page. */
export function Waiting({ orderUrl, nextUrl, shownBill, shownMethod, labels }: WaitingProps) {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const look = async () => {
      const answer = await ask(orderUrl, stop.signal);
      if (stop.signal.aborted) return;
      setOnline(answer !== null);
      if (answer?.status === 'paid' && !answer.returning) return window.location.assign(nextUrl);
      if (answer && isNews(answer, shownBill, shownMethod)) return window.location.reload();
      timer = setTimeout(() => void look(), everyMs);
    };
    timer = setTimeout(() => void look(), everyMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [orderUrl, nextUrl, shownBill, shownMethod]);
  return <p role="status" className={styles.live}>{online ? labels.checking : labels.offline}</p>;
}

const isNews = (answer: Answer, bill: string | null, method: string | null) =>
  answer.status !== 'pending' || (answer.billReference ?? null) !== bill || answer.method !== method;

/** Null when there is no answer now; a session that ended is news for the page itself. */
async function ask(url: string, signal: AbortSignal): Promise<Answer | null> {
  try {
    const response = await sessionFetch(url, { signal, cache: 'no-store' });
    if (response.status === 401 || response.status === 404) return { status: 'unknown', method: null };
    return response.ok ? ((await response.json()) as Answer) : null;
  } catch {
    return null;
  }
}

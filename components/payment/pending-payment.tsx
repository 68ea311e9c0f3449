'use client';

import { useEffect, useState } from 'react';
import { fetchWithSession } from '@/components/session/session-fetch';
import { Button } from '@/components/ui/button';
import { useHydrated } from '@/components/ui/use-hydrated';
import styles from './payment.module.css';

interface PendingPaymentProps {
  orderUrl: string;
  nextUrl: string;
  shownBill: string | null;
  shownMethod: string | null;
  labels: { checking: string; offline: string };
}

interface OrderAnswer {
  status: string;
  billReference?: string;
  method: string | null;
  returning?: string;
}

const pollIntervalMs = 2500;

/** Row P2: goes to `nextUrl` once the order is paid. Reloads on any other change, such as a refund, to explain it. */
export function PendingPayment({ orderUrl, nextUrl, shownBill, shownMethod, labels }: PendingPaymentProps) {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const pollOrder = async () => {
      const answer = await fetchOrder(orderUrl, stop.signal);
      if (stop.signal.aborted) return;
      setOnline(answer !== null);
      if (answer?.status === 'paid' && !answer.returning) return window.location.assign(nextUrl);
      if (answer && hasChanged(answer, shownBill, shownMethod)) return window.location.reload();
      timer = setTimeout(() => void pollOrder(), pollIntervalMs);
    };
    timer = setTimeout(() => void pollOrder(), pollIntervalMs);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [orderUrl, nextUrl, shownBill, shownMethod]);
  return (
    <p role="status" className={styles.live}>
      {online ? labels.checking : labels.offline}
    </p>
  );
}

const hasChanged = (answer: OrderAnswer, bill: string | null, method: string | null) =>
  answer.status !== 'pending' || (answer.billReference ?? null) !== bill || answer.method !== method;

/** Reports a lost session as a changed status, so that the page reloads. */
async function fetchOrder(url: string, signal: AbortSignal): Promise<OrderAnswer | null> {
  try {
    const response = await fetchWithSession(url, { signal, cache: 'no-store' });
    if (response.status === 401 || response.status === 404) return { status: 'unknown', method: null };
    return response.ok ? ((await response.json()) as OrderAnswer) : null;
  } catch {
    return null;
  }
}

interface Props {
  number: string;
  labels: Record<'copy' | 'copied' | 'failed', string>;
}

export function CopyNumber({ number, labels }: Props) {
  const hydrated = useHydrated();
  const [announcement, setAnnouncement] = useState('');
  if (!hydrated) return null;
  const copy = () =>
    navigator.clipboard
      .writeText(number)
      .then(
        () => labels.copied,
        () => labels.failed,
      )
      .then(setAnnouncement);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => void copy()}>
        {labels.copy}
      </Button>
      <span role="status">{announcement}</span>
    </>
  );
}

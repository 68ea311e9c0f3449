'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../../_ui/button';
import { useAdminCall, type Outcome } from '../call/use-admin-call';
import styles from './order-actions.module.css';
import { ReasonDialog, type ReasonLabels } from './reason-dialog';

type SeatAction = 'resend' | 'withdraw';

interface SeatActionsProps {
  seatId: string;
  actions: readonly SeatAction[];
  /** `names`: what each is called with its seat. */
  labels: ReasonLabels & Record<'labels' | 'names' | 'texts', Record<SeatAction, string>>;
}

/** What an administrator may do with an invitation. */
export function SeatActions({ seatId, actions, labels }: SeatActionsProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [chosen, choose] = useState<SeatAction | null>(null);
  const send = async (reason: string): Promise<Outcome> => {
    const outcome = await call({ method: 'POST', url: `/api/admin/seats/${seatId}/${chosen}`, body: { reason } });
    if (outcome.ok) {
      choose(null);
      router.refresh();
    }
    return outcome;
  };
  return (
    <div className={styles.actions}>
      {actions.map((action) => <Button key={action} size="small" variant="secondary" aria-label={labels.names[action]} onClick={() => choose(action)}>{labels.labels[action]}</Button>)}
      <ReasonDialog
        action={chosen && { label: labels.labels[chosen], text: labels.texts[chosen], look: chosen === 'withdraw' ? 'danger' : 'primary' }}
        hidden={proof.wanted} busy={busy} labels={labels} onClose={() => choose(null)} send={send}
      />
    </div>
  );
}

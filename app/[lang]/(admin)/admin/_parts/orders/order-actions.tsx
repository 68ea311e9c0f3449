'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../../_ui/button';
import styles from './order-actions.module.css';
import { StepUpDialog, type StepUpLabels } from '../call/step-up-dialog';
import { useAdminCall, type Outcome } from '../call/use-admin-call';
import { looks, urlOf, type Action, type OrderActionLabels } from './order-action';
import { ReasonDialog } from './reason-dialog';

/** `requestId`: of a refund of the order. */
interface OrderActionsProps { orderId: string; requestId?: string; actions: readonly Action[]; labels: OrderActionLabels; stepUp: StepUpLabels }

/** What may be done with an order, or one of its refunds; each asks for a reason, which goes to the timeline and the audit log. */
export function OrderActions({ orderId, requestId, actions, labels, stepUp }: OrderActionsProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [chosen, choose] = useState<Action | null>(null);
  const send = async (reason: string): Promise<Outcome> => {
    if (!chosen) return { ok: false, status: 0, key: '', title: '', errors: {} };
    const outcome = await call({ method: 'POST', url: urlOf(orderId, chosen), body: { reason, requestId, ...(chosen === 'override' ? { override: true } : {}) } });
    if (outcome.ok) {
      choose(null);
      router.refresh();
    }
    return outcome;
  };
  return (
    <section className={styles.actions} aria-label={labels.title}>
      {actions.map((action) => (
        <Button key={action} variant={looks[action] === 'primary' ? 'primary' : 'secondary'} onClick={() => choose(action)}>{labels.labels[action]}</Button>
      ))}
      <ReasonDialog
        action={chosen && { label: labels.labels[chosen] ?? '', text: labels.texts[chosen] ?? '', look: looks[chosen] ?? 'primary' }} hidden={proof.wanted}
        busy={busy} labels={labels} onClose={() => choose(null)} send={send}
      />
      <StepUpDialog proof={proof} labels={stepUp} />
    </section>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../../../_ui/button';
import { Dialog } from '../../../../_ui/feedback/dialog';
import { Form, FormActions } from '../../../../_ui/form/form';
import { Notice } from '../../../../_ui/feedback/notice';
import { TextArea } from '../../../../_ui/form/text-area';
import styles from './order-actions.module.css';
import { StepUpDialog, type StepUpLabels } from '../call/step-up-dialog';
import { useAdminCall, type Outcome } from '../call/use-admin-call';

export type OrderAction = 'approve' | 'override' | 'refuse' | 'by-hand' | 'reconcile' | 'grant' | 'revoke' | 'resend-gift';

interface Labels {
  title: string; reason: string; reason_help: string; busy: string; cancel: string; close: string; failed: string; unreachable: string;
  labels: Record<string, string>; texts: Record<string, string>;
}
interface OrderActionsProps { orderId: string; actions: readonly OrderAction[]; labels: Labels; stepUp: StepUpLabels }

/** `override` is an approval that says so itself. */
function urlOf(orderId: string, action: OrderAction): string {
  if (action === 'override') return `/api/admin/refunds/${orderId}/approve`;
  return ['approve', 'refuse', 'by-hand'].includes(action) ? `/api/admin/refunds/${orderId}/${action}` : `/api/admin/orders/${orderId}/${action}`;
}

const looks: Partial<Record<OrderAction, 'primary' | 'danger'>> = { approve: 'primary', override: 'danger', revoke: 'danger', refuse: 'danger' };

/** What may be done with an order; each asks for a reason, which goes to the timeline and the audit log. */
export function OrderActions({ orderId, actions, labels, stepUp }: OrderActionsProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [chosen, choose] = useState<OrderAction | null>(null);
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Extract<Outcome, { ok: false }> | null>(null);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (!chosen) return;
    const outcome = await call({ method: 'POST', url: urlOf(orderId, chosen), body: { reason, ...(chosen === 'override' ? { override: true } : {}) } });
    setRefused(outcome.ok ? null : outcome);
    if (!outcome.ok) return;
    choose(null);
    setReason('');
    router.refresh();
  };
  return (
    <section className={styles.actions} aria-label={labels.title}>
      {actions.map((action) => (
        <Button key={action} variant={looks[action] === 'primary' ? 'primary' : 'secondary'} onClick={() => choose(action)}>{labels.labels[action]}</Button>
      ))}
      <Dialog open={chosen !== null && !proof.wanted} onClose={() => choose(null)} title={chosen ? labels.labels[chosen] : ''} closeLabel={labels.close}>
        <Form onSubmit={(event) => void submit(event)} noValidate>
          {chosen && <p>{labels.texts[chosen]}</p>}
          {refused && <Notice tone="danger" alert>{refused.status === 0 ? labels.unreachable : refused.title || labels.failed}</Notice>}
          <TextArea name="reason" label={labels.reason} help={labels.reason_help} rows={3} required value={reason} error={refused?.errors.reason} onChange={(event) => setReason(event.target.value)} />
          <FormActions>
            <Button type="submit" variant={(chosen && looks[chosen]) ?? 'primary'} busy={busy} disabled={reason.trim().length < 3}>{chosen ? labels.labels[chosen] : ''}</Button>
            <Button variant="quiet" onClick={() => choose(null)}>{labels.cancel}</Button>
          </FormActions>
        </Form>
      </Dialog>
      <StepUpDialog proof={proof} labels={stepUp} />
    </section>
  );
}

'use client';

import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../../../_ui/button';
import { Dialog } from '../../../../_ui/feedback/dialog';
import { Form, FormActions } from '../../../../_ui/form/form';
import { Notice } from '../../../../_ui/feedback/notice';
import { TextArea } from '../../../../_ui/form/text-area';
import { faultText, type Outcome } from '../call/use-admin-call';

export interface ReasonLabels { reason: string; reason_help: string; cancel: string; close: string; failed: string; unreachable: string }

interface ReasonDialogProps {
  /** What is about to be done; null: the dialog is closed. */
  action: { label: string; text: string; look: 'primary' | 'danger' } | null;
  /** Out of sight while a fresh proof is asked for. */
  hidden: boolean;
  busy: boolean;
  labels: ReasonLabels;
  onClose: () => void;
  send: (reason: string) => Promise<Outcome>;
}

/** Asks why something is done, which goes to the timeline and the audit log. */
export function ReasonDialog({ action, hidden, busy, labels, onClose, send }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const [refused, setRefused] = useState<Extract<Outcome, { ok: false }> | null>(null);
  const fault = refused && faultText(refused, labels);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const outcome = await send(reason);
    setRefused(outcome.ok ? null : outcome);
    if (outcome.ok) setReason('');
  };
  return (
    <Dialog open={action !== null && !hidden} onClose={onClose} title={action?.label ?? ''} closeLabel={labels.close}>
      <Form onSubmit={(event) => void submit(event)} noValidate>
        {action && <p>{action.text}</p>}
        {fault && <Notice tone="danger" alert>{fault}</Notice>}
        <TextArea name="reason" label={labels.reason} help={labels.reason_help} rows={3} required dir="auto" value={reason} error={refused?.errors.reason} onChange={(event) => setReason(event.target.value)} />
        <FormActions>
          <Button type="submit" variant={action?.look ?? 'primary'} busy={busy} disabled={reason.trim().length < 3}>{action?.label}</Button>
          <Button variant="quiet" onClick={onClose}>{labels.cancel}</Button>
        </FormActions>
      </Form>
    </Dialog>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../../_ui/button';
import { StepUpDialog, type StepUpLabels } from '../../_parts/call/step-up-dialog';
import { useAdminCall, type Outcome } from '../../_parts/call/use-admin-call';
import { ReasonDialog, type ReasonLabels } from '../../_parts/orders/reason-dialog';

interface SecondFactorResetProps { userId: string; labels: ReasonLabels & { reset: string; text: string }; stepUp: StepUpLabels }

/** For a learner who lost the second factor; asks why, and for a fresh proof. */
export function SecondFactorReset({ userId, labels, stepUp }: SecondFactorResetProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [open, setOpen] = useState(false);
  const send = async (reason: string): Promise<Outcome> => {
    const outcome = await call({ method: 'POST', url: `/api/admin/users/${userId}/reset-second-factor`, body: { reason } });
    if (outcome.ok) {
      setOpen(false);
      router.refresh();
    }
    return outcome;
  };
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>{labels.reset}</Button>
      <ReasonDialog
        action={open ? { label: labels.reset, text: labels.text, look: 'danger' } : null} hidden={proof.wanted} busy={busy} labels={labels}
        onClose={() => setOpen(false)} send={send}
      />
      <StepUpDialog proof={proof} labels={stepUp} />
    </>
  );
}

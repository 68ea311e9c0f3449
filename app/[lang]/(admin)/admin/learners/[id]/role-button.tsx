'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../../_ui/button';
import { Dialog } from '../../../../_ui/feedback/dialog';
import { FormActions } from '../../../../_ui/form/form';
import { Notice } from '../../../../_ui/feedback/notice';
import styles from './role-button.module.css';
import { StepUpDialog, type StepUpLabels } from '../../_parts/call/step-up-dialog';
import { useAdminCall } from '../../_parts/call/use-admin-call';

type GivenRole = 'learner' | 'editor' | 'admin';
interface Labels { make: Record<GivenRole, string>; sure: Record<GivenRole, string>; cancel: string; close: string; failed: string; unreachable: string }
interface RoleButtonProps { userId: string; name: string; wanted: GivenRole; labels: Labels; stepUp: StepUpLabels }

/** Gives or takes a role, after one question and a fresh proof. */
export function RoleButton({ userId, name, wanted, labels, stepUp }: RoleButtonProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const label = labels.make[wanted];
  const change = async () => {
    const outcome = await call({ method: 'PUT', url: `/api/admin/users/${userId}/role`, body: { role: wanted } });
    setProblem(outcome.ok ? null : outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    if (!outcome.ok) return;
    setOpen(false);
    router.refresh();
  };
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)} aria-label={`${label}: ${name}`}>{label}</Button>
      <Dialog open={open && !proof.wanted} onClose={() => setOpen(false)} title={`${label}: ${name}`} closeLabel={labels.close}>
        <div className={styles.question}>
          <p>{labels.sure[wanted]}</p>
          {problem && <Notice tone="danger" alert>{problem}</Notice>}
          <FormActions>
            <Button variant={wanted === 'learner' ? 'danger' : 'primary'} busy={busy} onClick={() => void change()}>{label}</Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>{labels.cancel}</Button>
          </FormActions>
        </div>
      </Dialog>
      <StepUpDialog proof={proof} labels={stepUp} />
    </>
  );
}

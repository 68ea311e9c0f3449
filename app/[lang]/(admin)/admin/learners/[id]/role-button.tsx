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

interface Labels { make_admin: string; make_learner: string; sure_admin: string; sure_learner: string; cancel: string; close: string; failed: string; unreachable: string }
interface RoleButtonProps { userId: string; name: string; role: string; labels: Labels; stepUp: StepUpLabels }

/** Gives or takes the role of administrator, after one question and a fresh proof. */
export function RoleButton({ userId, name, role, labels, stepUp }: RoleButtonProps) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const wanted = role === 'admin' ? 'learner' : 'admin';
  const label = wanted === 'admin' ? labels.make_admin : labels.make_learner;
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
          <p>{wanted === 'admin' ? labels.sure_admin : labels.sure_learner}</p>
          {problem && <Notice tone="danger" alert>{problem}</Notice>}
          <FormActions>
            <Button variant={wanted === 'admin' ? 'primary' : 'danger'} busy={busy} onClick={() => void change()}>{label}</Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>{labels.cancel}</Button>
          </FormActions>
        </div>
      </Dialog>
      <StepUpDialog proof={proof} labels={stepUp} />
    </>
  );
}

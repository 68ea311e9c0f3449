'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../_ui/button';
import { Dialog } from '../../../_ui/feedback/dialog';
import { FormActions } from '../../../_ui/form/form';
import { Notice } from '../../../_ui/feedback/notice';
import { useAdminCall } from '../_parts/call/use-admin-call';
import styles from './coupons.module.css';

interface Labels { end: string; sure: string; confirm: string; cancel: string; close: string; failed: string; unreachable: string }

export function EndCoupon({ id, labels }: { id: string; labels: Labels }) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const end = async () => {
    const outcome = await call({ method: 'POST', url: `/api/admin/coupons/${id}/end` });
    setProblem(outcome.ok ? null : outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    if (!outcome.ok) return;
    setOpen(false);
    router.refresh();
  };
  return (
    <div className={styles.end}>
      <Button variant="secondary" onClick={() => setOpen(true)}>{labels.end}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={labels.end} closeLabel={labels.close}>
        <div className={styles.question}>
          <p>{labels.sure}</p>
          {problem && <Notice tone="danger" alert>{problem}</Notice>}
          <FormActions>
            <Button variant="danger" busy={busy} onClick={() => void end()}>{labels.confirm}</Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>{labels.cancel}</Button>
          </FormActions>
        </div>
      </Dialog>
    </div>
  );
}

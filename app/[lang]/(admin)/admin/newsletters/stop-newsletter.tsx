'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../_ui/button';
import { Dialog } from '../../../_ui/feedback/dialog';
import { Notice } from '../../../_ui/feedback/notice';
import { FormActions } from '../../../_ui/form/form';
import { useAdminCall } from '../_parts/call/use-admin-call';

interface Labels { stop: string; sure: string; cancel: string; close: string; failed: string; unreachable: string }

export function StopNewsletter({ id, labels }: { id: string; labels: Labels }) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const stop = async () => {
    const outcome = await call({ method: 'POST', url: `/api/admin/newsletters/${id}/stop` });
    setProblem(outcome.ok ? null : outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    if (!outcome.ok) return;
    setOpen(false);
    router.refresh();
  };
  return (
    <FormActions>
      <Button variant="secondary" onClick={() => setOpen(true)}>{labels.stop}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={labels.stop} closeLabel={labels.close}>
        <p>{labels.sure}</p>
        {problem && <Notice tone="danger" alert>{problem}</Notice>}
        <FormActions>
          <Button variant="danger" busy={busy} onClick={() => void stop()}>{labels.stop}</Button>
          <Button variant="quiet" onClick={() => setOpen(false)}>{labels.cancel}</Button>
        </FormActions>
      </Dialog>
    </FormActions>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../../_ui/button';
import { Dialog } from '../../../../_ui/feedback/dialog';
import { FormActions } from '../../../../_ui/form/form';
import { OutcomeNotice } from '../call/outcome-notice';
import { useAdminCall, type Outcome } from '../call/use-admin-call';
import type { ContentLabels } from './content-labels';

interface Props { id: string; version: number; number: number; name: string; labels: ContentLabels }

/** Publishes an older version again, after one question. */
export function RestoreButton({ id, version, number, name, labels }: Props) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [open, setOpen] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const title = `${labels.restore}: ${name}`;
  const restore = async () => {
    const result = await call({ method: 'POST', url: `/api/admin/content/${id}/restore`, body: { version, number } });
    setOutcome(result.ok ? null : result);
    if (!result.ok) return;
    setOpen(false);
    router.refresh();
  };
  return (
    <>
      <Button variant="secondary" size="small" aria-label={title} onClick={() => setOpen(true)}>{title}</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} closeLabel={labels.close}>
        <p>{labels.sure_restore}</p>
        <OutcomeNotice outcome={outcome} labels={labels.save} />
        <FormActions>
          <Button busy={busy} onClick={() => void restore()}>{labels.restore}</Button>
          <Button variant="quiet" onClick={() => setOpen(false)}>{labels.cancel}</Button>
        </FormActions>
      </Dialog>
    </>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../../_ui/button';
import { Dialog } from '../../../../_ui/feedback/dialog';
import { Notice } from '../../../../_ui/feedback/notice';
import { FormActions } from '../../../../_ui/form/form';
import { StepUpDialog, type StepUpLabels } from '../../_parts/call/step-up-dialog';
import styles from '../courses.module.css';
import { useAdminCall } from '../../_parts/call/use-admin-call';

interface Labels { remove: string; sure: string; cancel: string; close: string; failed: string; unreachable: string }

export function DeleteCourse({ slug, folder, labels, stepUp }: { slug: string; folder: string; labels: Labels; stepUp: StepUpLabels }) {
  const router = useRouter();
  const { call, busy, proof } = useAdminCall();
  const [open, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const remove = async () => {
    const outcome = await call({ method: 'DELETE', url: `/api/admin/courses/${slug}` });
    if (outcome.ok) return router.replace(folder);
    setProblem(outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
  };
  return (
    <div>
      <Button variant="danger" size="small" icon="trash" onClick={() => setOpen(true)}>{labels.remove}</Button>
      <Dialog open={open && !proof.wanted} onClose={() => setOpen(false)} title={labels.remove} closeLabel={labels.close}>
        <div className={styles.question}>
          <p>{labels.sure}</p>
          {problem && <Notice tone="danger" alert>{problem}</Notice>}
          <FormActions>
            <Button variant="danger" busy={busy} onClick={() => void remove()}>{labels.remove}</Button>
            <Button variant="quiet" onClick={() => setOpen(false)}>{labels.cancel}</Button>
          </FormActions>
        </div>
      </Dialog>
      <StepUpDialog proof={proof} labels={stepUp} />
    </div>
  );
}

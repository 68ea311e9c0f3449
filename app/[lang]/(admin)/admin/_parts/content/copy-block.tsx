'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../../_ui/button';
import { OutcomeNotice } from '../call/outcome-notice';
import { useAdminCall, type Outcome } from '../call/use-admin-call';
import type { ContentLabels } from './content-labels';

/** A new block that begins as this one, to be put on a page under "Order of the blocks". */
export function CopyBlock({ id, folder, labels }: { id: string; folder: string; labels: ContentLabels }) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const copy = async () => {
    const result = await call<{ id: string }>({ method: 'POST', url: `/api/admin/content/${id}/copy` });
    if (result.ok) router.push(`${folder}/${result.answer.id}`);
    else setOutcome(result);
  };
  return (
    <>
      <Button variant="secondary" icon="plus" busy={busy} onClick={() => void copy()}>{labels.copy}</Button>
      <OutcomeNotice outcome={outcome} labels={labels.save} />
    </>
  );
}

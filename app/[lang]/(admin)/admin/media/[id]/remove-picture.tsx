'use client';

import { useRouter } from 'next/navigation';
import { useState, type SyntheticEvent } from 'react';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { Disclosure } from '../../../../_ui/layout/disclosure';
import { useAdminCall } from '../../_parts/call/use-admin-call';

interface Props { id: string; folder: string; labels: { remove: string; sure: string; failed: string; unreachable: string } }

/** Asks as lists do, with and without scripts. */
export function RemovePicture({ id, folder, labels }: Props) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [problem, setProblem] = useState<string | null>(null);
  const url = `/api/admin/pictures/${id}/remove`;
  const remove = async (event: SyntheticEvent) => {
    event.preventDefault();
    const outcome = await call({ method: 'POST', url });
    if (outcome.ok) return router.replace(folder);
    setProblem(outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
  };
  return (
    <Disclosure summary={labels.remove}>
      <p>{labels.sure}</p>
      <form method="post" action={url} onSubmit={(event) => void remove(event)}>
        {problem && <Notice tone="danger" alert>{problem}</Notice>}
        <Button type="submit" variant="danger" size="small" icon="trash" busy={busy}>{labels.remove}</Button>
      </form>
    </Disclosure>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../_ui/button';
import { useAdminCall } from '../_parts/call/use-admin-call';

interface EnquiryButtonProps { id: string; handled: boolean; labels: { handle: string; reopen: string; failed: string; unreachable: string } }

export function EnquiryButton({ id, handled, labels }: EnquiryButtonProps) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [problem, setProblem] = useState('');
  const change = async () => {
    const outcome = await call({ method: 'PUT', url: `/api/admin/enquiries/${id}`, body: { handled: !handled } });
    setProblem(outcome.ok ? '' : outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    if (outcome.ok) router.refresh();
  };
  return (
    <span>
      <span role="alert">{problem}</span>{' '}
      <Button variant={handled ? 'quiet' : 'secondary'} size="small" icon={handled ? 'refresh' : 'check'} busy={busy} onClick={() => void change()}>
        {handled ? labels.reopen : labels.handle}
      </Button>
    </span>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { useAdminCall } from '../../_parts/call/use-admin-call';

interface Labels { end: string; failed: string; unreachable: string }
interface SessionEnderProps { userId: string; /** Absent: every session. */ sessionId?: string; of: string; labels: Labels }

/** Signs a person out on one device, or on all of them. */
export function SessionEnder({ userId, sessionId, of, labels }: SessionEnderProps) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [problem, setProblem] = useState<string | null>(null);
  const end = async () => {
    const outcome = await call({ method: 'DELETE', url: `/api/admin/users/${userId}/sessions${sessionId ? `/${sessionId}` : ''}` });
    setProblem(outcome.ok ? null : outcome.status === 0 ? labels.unreachable : outcome.title || labels.failed);
    if (outcome.ok) router.refresh();
  };
  return (
    <>
      {problem && <Notice tone="danger" alert>{problem}</Notice>}
      <Button variant="secondary" size="small" busy={busy} onClick={() => void end()} aria-label={`${labels.end}: ${of}`}>{labels.end}</Button>
    </>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReasonButtons } from '@/components/admin/call/dialogs';
import { outcomeErrorText, useAdminCall } from '@/components/admin/call/use-admin-call';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/feedback/notice';

interface EndSessionButtonProps {
  userId: string;
  sessionId?: string;
  /** Name of the device or the learner. */
  owner: string;
}

export function EndSessionButton({ userId, sessionId, owner }: EndSessionButtonProps) {
  const t = useTranslations('admin');
  const label = t(sessionId ? 'end_session' : 'end_sessions');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [error, setError] = useState<string | null>(null);
  const end = async () => {
    const outcome = await call({
      method: 'DELETE',
      url: `/api/admin/users/${userId}/sessions${sessionId ? `/${sessionId}` : ''}`,
    });
    setError(outcomeErrorText(outcome, { unreachable: t('unreachable_call'), failed: t('failed_call') }));
    if (outcome.ok) router.refresh();
  };
  return (
    <>
      <ErrorNotice>{error}</ErrorNotice>
      <Button variant="secondary" size="small" busy={busy} onClick={() => void end()} aria-label={`${label}: ${owner}`}>
        {label}
      </Button>
    </>
  );
}

export function SecondFactorReset({ userId }: { userId: string }) {
  const t = useTranslations('admin');
  return (
    <ReasonButtons
      actions={[
        {
          label: t('reset_second_factor'),
          size: 'small',
          text: t('reset_second_factor_text'),
          help: t('reset_second_factor_help'),
          danger: true,
          request: (reason) => ({
            method: 'POST',
            url: `/api/admin/users/${userId}/reset-second-factor`,
            body: { reason },
          }),
        },
      ]}
    />
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ReasonDialog, StepUpDialog } from '@/components/admin/call/dialogs';
import { type Outcome, outcomeErrorText, useAdminCall } from '@/components/admin/call/use-admin-call';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';

interface EndSessionButtonProps {
  userId: string;
  sessionId?: string;
  of: string;
}

export function EndSessionButton({ userId, sessionId, of }: EndSessionButtonProps) {
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
      {error && (
        <Notice tone="danger" alert>
          {error}
        </Notice>
      )}
      <Button variant="secondary" size="small" busy={busy} onClick={() => void end()} aria-label={`${label}: ${of}`}>
        {label}
      </Button>
    </>
  );
}

export function SecondFactorReset({ userId }: { userId: string }) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy, stepUp } = useAdminCall();
  const [open, setOpen] = useState(false);
  const send = async (reason: string): Promise<Outcome> => {
    const outcome = await call({
      method: 'POST',
      url: `/api/admin/users/${userId}/reset-second-factor`,
      body: { reason },
    });
    if (outcome.ok) {
      setOpen(false);
      router.refresh();
    }
    return outcome;
  };
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
        {t('reset_second_factor')}
      </Button>
      <ReasonDialog
        action={
          open
            ? {
                label: t('reset_second_factor'),
                text: t('reset_second_factor_text'),
                help: t('reset_second_factor_help'),
                look: 'danger',
              }
            : null
        }
        hidden={stepUp.isNeeded}
        busy={busy}
        onClose={() => setOpen(false)}
        send={send}
      />
      <StepUpDialog stepUp={stepUp} />
    </>
  );
}

'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { outcomeErrorText, useAdminCall } from '@/components/admin/call/use-admin-call';
import { Button } from '@/components/ui/button';

interface EnquiryButtonProps {
  id: string;
  handled: boolean;
}

export function EnquiryButton({ id, handled }: EnquiryButtonProps) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [error, setError] = useState<string | null>(null);
  const change = async () => {
    const outcome = await call({ method: 'PUT', url: `/api/admin/enquiries/${id}`, body: { handled: !handled } });
    setError(outcomeErrorText(outcome, { unreachable: t('unreachable'), failed: t('failed') }));
    if (outcome.ok) router.refresh();
  };
  return (
    <span>
      <span role="alert">{error}</span>{' '}
      <Button
        variant={handled ? 'quiet' : 'secondary'}
        size="small"
        icon={handled ? 'refresh' : 'check'}
        busy={busy}
        onClick={() => void change()}
      >
        {handled ? t('reopen') : t('handle')}
      </Button>
    </span>
  );
}

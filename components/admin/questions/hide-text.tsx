'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { outcomeErrorText, useAdminCall } from '@/components/admin/call/use-admin-call';
import { Field } from '@/components/form/field';
import { Disclosure } from '@/components/layout/disclosure';
import { Button } from '@/components/ui/button';
import styles from './questions.module.css';

interface Props {
  kind: string;
  id: string;
  hidden: boolean;
}

/** Hides a question or an answer. The admin must give a reason, which its author can read. */
export function HideText({ kind, id, hidden }: Props) {
  const t = useTranslations('admin');
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [error, setError] = useState<string | null>(null);
  const send = async (body: { hidden: boolean; reason: string }) => {
    const outcome = await call({ method: 'PUT', url: `/api/admin/questions/${kind}/${id}`, body });
    const fieldError = outcome.ok ? undefined : outcome.errors.reason;
    setError(fieldError ?? outcomeErrorText(outcome, { unreachable: t('unreachable'), failed: t('failed') }));
    if (outcome.ok) router.refresh();
  };
  const hide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send({ hidden: true, reason: String(new FormData(event.currentTarget).get('reason') ?? '') });
  };
  if (hidden) {
    return (
      <span>
        <span role="alert">{error}</span>{' '}
        <Button
          variant="secondary"
          size="small"
          icon="eye"
          busy={busy}
          onClick={() => void send({ hidden: false, reason: '' })}
        >
          {t('show_again')}
        </Button>
      </span>
    );
  }
  return (
    <Disclosure summary={t('hide')} className={styles.hide}>
      <form className={styles.reason} onSubmit={hide}>
        <Field
          id={`reason-${id}`}
          name="reason"
          label={t('hide_reason')}
          help={t('hide_reason_help')}
          error={error || undefined}
          required
          maxLength={500}
          dir="auto"
        />
        <Button type="submit" variant="danger" size="small" icon="eye-off" busy={busy}>
          {t('hide')}
        </Button>
      </form>
    </Disclosure>
  );
}

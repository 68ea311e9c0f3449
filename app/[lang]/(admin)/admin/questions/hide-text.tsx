'use client';

import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { Button } from '../../../_ui/button';
import { Field } from '../../../_ui/form/field';
import { Disclosure } from '../../../_ui/layout/disclosure';
import { useAdminCall } from '../_parts/call/use-admin-call';
import styles from './questions.module.css';

interface Props { kind: string; id: string; hidden: boolean; labels: { hide: string; show: string; reason: string; reasonHelp: string; failed: string; unreachable: string } }

/** Hiding needs a reason, which the writer is shown. */
export function HideText({ kind, id, hidden, labels }: Props) {
  const router = useRouter();
  const { call, busy } = useAdminCall();
  const [problem, setProblem] = useState('');
  const send = async (body: { hidden: boolean; reason: string }) => {
    const outcome = await call({ method: 'PUT', url: `/api/admin/questions/${kind}/${id}`, body });
    setProblem(outcome.ok ? '' : outcome.status === 0 ? labels.unreachable : outcome.errors.reason ?? (outcome.title || labels.failed));
    if (outcome.ok) router.refresh();
  };
  const hide = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void send({ hidden: true, reason: String(new FormData(event.currentTarget).get('reason') ?? '') });
  };
  if (hidden) {
    return (
      <span>
        <span role="alert">{problem}</span>{' '}
        <Button variant="secondary" size="small" icon="eye" busy={busy} onClick={() => void send({ hidden: false, reason: '' })}>{labels.show}</Button>
      </span>
    );
  }
  return (
    <Disclosure summary={labels.hide} className={styles.hide}>
      <form className={styles.reason} onSubmit={hide}>
        <Field id={`reason-${id}`} name="reason" label={labels.reason} help={labels.reasonHelp} error={problem || undefined} required maxLength={500} dir="auto" />
        <Button type="submit" variant="danger" size="small" icon="eye-off" busy={busy}>{labels.hide}</Button>
      </form>
    </Disclosure>
  );
}

'use client';

import { useState } from 'react';
import { Notice } from '../../_ui/feedback/notice';
import styles from '../links.module.css';

interface ResendFormProps { email: string; labels: { question: string; resend: string; sent: string; unreachable: string; limited: string } }
type State = 'idle' | 'busy' | 'sent' | 'limited' | 'failed';

async function ask(email: string): Promise<State> {
  try {
    const answer = await fetch('/auth/forgot-password', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email }) });
    if (answer.ok) return 'sent';
    return answer.status === 429 ? 'limited' : 'failed';
  } catch {
    return 'failed';
  }
}

/** Row D4: another code; the message is the same whether or not there is an account. */
export function ResendForm({ email, labels }: ResendFormProps) {
  const [state, setState] = useState<State>('idle');
  return (
    <form
      method="post"
      action="/auth/forgot-password"
      className={styles.resend}
      onSubmit={(event) => {
        event.preventDefault();
        setState('busy');
        void ask(email).then(setState);
      }}
    >
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="resend" value="1" />
      <p className={styles.ask}>
        {labels.question} <button type="submit" disabled={state === 'busy'} aria-busy={state === 'busy' || undefined}>{labels.resend}</button>
      </p>
      {state === 'sent' && <Notice tone="success" alert>{labels.sent}</Notice>}
      {state === 'limited' && <Notice tone="danger" alert>{labels.limited}</Notice>}
      {state === 'failed' && <Notice tone="danger" alert>{labels.unreachable}</Notice>}
    </form>
  );
}

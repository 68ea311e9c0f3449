'use client';

import { useState } from 'react';
import { Notice } from '../../_ui/feedback/notice';
import styles from '../links.module.css';

interface ResendFormProps { action: '/auth/forgot-password' | '/auth/send-login-code'; email: string; hidden?: Record<string, string>; labels: { question: string; resend: string; sent: string; unreachable: string; limited: string } }
type State = 'idle' | 'busy' | 'sent' | 'limited' | 'failed';

async function ask(action: string, email: string): Promise<State> {
  try {
    const answer = await fetch(action, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email }) });
    if (answer.ok) return 'sent';
    return answer.status === 429 ? 'limited' : 'failed';
  } catch {
    return 'failed';
  }
}

/** Row D4: another code; the message is the same whether or not there is an account. */
export function ResendForm({ action, email, hidden = {}, labels }: ResendFormProps) {
  const [state, setState] = useState<State>('idle');
  return (
    <form
      method="post"
      action={action}
      className={styles.resend}
      onSubmit={(event) => {
        event.preventDefault();
        if (state === 'busy') return;
        setState('busy');
        void ask(action, email).then(setState);
      }}
    >
      <input type="hidden" name="email" value={email} />
      <input type="hidden" name="resend" value="1" />
      {Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <p className={styles.ask}>
        {labels.question} <button type="submit" aria-disabled={state === 'busy' || undefined} aria-busy={state === 'busy' || undefined}>{labels.resend}</button>
      </p>
      {state === 'sent' && <Notice tone="success" alert>{labels.sent}</Notice>}
      {state === 'limited' && <Notice tone="danger" alert>{labels.limited}</Notice>}
      {state === 'failed' && <Notice tone="danger" alert>{labels.unreachable}</Notice>}
    </form>
  );
}

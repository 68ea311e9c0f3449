'use client';

import { useState, type SyntheticEvent } from 'react';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { PasswordField } from '../../../../_ui/form/password-field';
import { sessionFetch } from '../../../../_session/session-fetch';
import styles from './passkeys.module.css';

type Fault = 'reauthenticate' | 'full' | 'known' | 'cancelled' | 'unsupported' | 'failed';
interface PasskeyAdderProps { labels: Record<'add' | 'busy' | 'password' | 'passwordHelp' | 'show' | 'hide' | Fault, string>; /** Where to go on to. */ doneAt: string }

/** Of a refused call, by the key of its problem. */
const faults: Record<string, Fault> = { reauthenticate: 'reauthenticate', 'passkeys-full': 'full', 'passkey-known': 'known' };

class Refusal extends Error {
  constructor(readonly fault: Fault) {
    super(fault);
  }
}

async function post<Answer>(path: string, body: object): Promise<Answer> {
  const answer = await sessionFetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const json = (await answer.json()) as { type?: string };
  if (!answer.ok) throw new Refusal(faults[json.type?.split('/').at(-1) ?? ''] ?? 'failed');
  return json as Answer;
}

async function addPasskey(currentPassword: string | undefined): Promise<void> {
  const { browserSupportsWebAuthn, startRegistration } = await import('@simplewebauthn/browser');
  if (!browserSupportsWebAuthn()) throw new Refusal('unsupported');
  const optionsJSON = await post<PublicKeyCredentialCreationOptionsJSON>('/auth/passkey/register-options', { currentPassword });
  const credential = await startRegistration({ optionsJSON }).catch((error: Error) => {
    throw new Refusal(error.name === 'InvalidStateError' ? 'known' : 'cancelled');
  });
  await post('/auth/passkey/register', { credential });
}

/** Asks for the current password when the sign-in is older than ten minutes. */
export function PasskeyAdder({ labels, doneAt }: PasskeyAdderProps) {
  const [needsPassword, setNeedsPassword] = useState(false);
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('currentPassword');
    setFault(undefined);
    setBusy(true);
    try {
      await addPasskey(typeof typed === 'string' ? typed : undefined);
      return window.location.assign(doneAt);
    } catch (error) {
      const refusal = error instanceof Refusal ? error.fault : 'failed';
      setNeedsPassword(needsPassword || refusal === 'reauthenticate');
      // The first time it is a question, not a fault.
      setFault(refusal === 'reauthenticate' && !needsPassword ? undefined : refusal);
    }
    setBusy(false);
  };
  return (
    <form className={styles.adder} onSubmit={(event) => void submit(event)}>
      {fault && fault !== 'reauthenticate' && <Notice tone={fault === 'cancelled' ? 'notice' : 'danger'} alert>{labels[fault]}</Notice>}
      {needsPassword && (
        <PasswordField
          name="currentPassword" id="passkey-password" label={labels.password} help={labels.passwordHelp} autoComplete="current-password" required autoFocus
          error={fault === 'reauthenticate' ? labels.reauthenticate : undefined} showLabel={labels.show} hideLabel={labels.hide}
        />
      )}
      <Button type="submit" variant="secondary" icon="key" busy={busy}>{busy ? labels.busy : labels.add}</Button>
    </form>
  );
}

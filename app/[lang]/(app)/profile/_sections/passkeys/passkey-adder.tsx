'use client';

import { useState, type SubmitEvent } from 'react';
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { loadPart } from '../../../../_late/load-part';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { callJson, type Outcome } from '../../../../_session/json-call';
import { ProofFields } from '../proof/proof-fields';
import type { ProofLabels } from '../proof/proof-labels';
import { textIn, useFreshProof, type ProofWays } from '../proof/use-fresh-proof';
import styles from './passkeys.module.css';

type Fault = 'full' | 'known' | 'cancelled' | 'unsupported' | 'failed';
interface PasskeyAdderProps {
  labels: Record<'add' | 'busy' | Fault, string>;
  proofLabels: ProofLabels;
  ways: ProofWays;
  /** Where to go on to. */
  doneAt: string;
}

/** Of a refused call, by the key of its problem; the last two are the browser's. */
const faults: Record<string, Fault> = { 'passkeys-full': 'full', 'passkey-known': 'known', 'passkey-cancelled': 'cancelled', 'passkey-unsupported': 'unsupported' };

const refusedByBrowser = (key: string): Outcome => ({ ok: false, status: 0, key, title: '', errors: {} });

async function addPasskey(currentPassword: string | undefined): Promise<Outcome> {
  const webAuthn = await loadPart(() => import('@simplewebauthn/browser')).catch(() => null);
  if (!webAuthn) return refusedByBrowser('part-missing');
  const { browserSupportsWebAuthn, startRegistration } = webAuthn;
  if (!browserSupportsWebAuthn()) return refusedByBrowser('passkey-unsupported');
  const asked = await callJson<PublicKeyCredentialCreationOptionsJSON>({ method: 'POST', url: '/auth/passkey/register-options', body: { currentPassword } });
  if (!asked.ok) return asked;
  try {
    const credential = await startRegistration({ optionsJSON: asked.answer });
    return await callJson({ method: 'POST', url: '/auth/passkey/register', body: { credential } });
  } catch (error) {
    return refusedByBrowser((error as Error).name === 'InvalidStateError' ? 'passkey-known' : 'passkey-cancelled');
  }
}

/** Asks for the current password when the sign-in is older than ten minutes, and for the second factor where the account has one. */
export function PasskeyAdder({ labels, proofLabels, ways, doneAt }: PasskeyAdderProps) {
  const proof = useFreshProof(ways);
  const [fault, setFault] = useState<Fault>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    setFault(undefined);
    setBusy(true);
    const outcome = await proof.submit(event, (fields) => addPasskey(textIn(fields, 'currentPassword')));
    if (outcome?.ok) return window.location.assign(doneAt);
    if (outcome) setFault(faults[outcome.key] ?? 'failed');
    setBusy(false);
  };
  return (
    <form className={styles.adder} onSubmit={(event) => void submit(event)}>
      {fault && <Notice tone={fault === 'cancelled' ? 'notice' : 'danger'} alert>{labels[fault]}</Notice>}
      <ProofFields proof={proof} labels={proofLabels} id="passkey">
        <Button type="submit" variant="secondary" icon="key" busy={busy}>{busy ? labels.busy : labels.add}</Button>
      </ProofFields>
    </form>
  );
}

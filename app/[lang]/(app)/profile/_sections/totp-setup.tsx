'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../../../_ui/button';
import { Field } from '../../../_ui/form/field';
import { Notice } from '../../../_ui/feedback/notice';
import { callJson } from '../../../_session/json-call';
import { ProofFields } from './proof/proof-fields';
import type { ProofLabels } from './proof/proof-labels';
import { textIn, useFreshProof, type ProofWays } from './proof/use-fresh-proof';
import styles from './section.module.css';

type Labels = Record<'intro' | 'start' | 'scan' | 'qr' | 'code' | 'confirm' | 'codes' | 'saved' | 'wrong' | 'failed', string>;
type Step = { at: 'start' } | { at: 'scan'; secret: string; picture: string; currentPassword: string | undefined } | { at: 'codes'; codes: string[] };

async function pictureOf(otpauthUrl: string): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(otpauthUrl, { margin: 1, width: 220 });
}

interface TotpSetupProps { labels: Labels; proofLabels: ProofLabels; ways: ProofWays }

/** Scan, type a code, store the recovery codes. Asks for the current password when the sign-in is older than ten minutes, and for a passkey where there is one. */
export function TotpSetup({ labels, proofLabels, ways }: TotpSetupProps) {
  const proof = useFreshProof(ways);
  const [step, setStep] = useState<Step>({ at: 'start' });
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    setFault(undefined);
    await work().catch(() => setFault(labels.failed));
    setBusy(false);
  };
  const begin = async (event: SubmitEvent<HTMLFormElement>) => {
    let currentPassword: string | undefined;
    const outcome = await proof.submit(event, (fields) => {
      currentPassword = textIn(fields, 'currentPassword');
      return callJson<{ secret: string; otpauthUrl: string }>({ method: 'POST', url: '/auth/totp/enrol', body: { currentPassword } });
    });
    if (!outcome) return;
    if (!outcome.ok) return setFault(labels.failed);
    setStep({ at: 'scan', secret: outcome.answer.secret, picture: await pictureOf(outcome.answer.otpauthUrl), currentPassword });
  };
  const confirm = async (event: SubmitEvent<HTMLFormElement>, typedBefore: string | undefined) => {
    const outcome = await proof.submit(event, (fields) => {
      const body = { code: textIn(fields, 'code'), currentPassword: textIn(fields, 'currentPassword') ?? typedBefore };
      return callJson<{ recoveryCodes: string[] }>({ method: 'POST', url: '/auth/totp/confirm', body });
    });
    if (outcome?.ok) setStep({ at: 'codes', codes: outcome.answer.recoveryCodes });
    else if (outcome) setFault(outcome.status === 422 ? labels.wrong : labels.failed);
  };
  return (
    <div className={styles.totp}>
      {fault && step.at !== 'scan' && <Notice tone="danger" alert>{fault}</Notice>}
      {step.at === 'start' && (
        <>
          <p>{labels.intro}</p>
          <form onSubmit={(event) => void run(() => begin(event))}>
            <ProofFields proof={proof} labels={proofLabels} id="totp">
              <Button type="submit" variant="secondary" icon="lock" busy={busy}>{labels.start}</Button>
            </ProofFields>
          </form>
        </>
      )}
      {step.at === 'scan' && (
        <form onSubmit={(event) => void run(() => confirm(event, step.currentPassword))}>
          <p>{labels.scan}</p>
          <img src={step.picture} width={220} height={220} alt={labels.qr} />
          <p className={styles.secret}><bdi dir="ltr">{step.secret.replace(/(.{4})/g, '$1 ')}</bdi></p>
          <Field name="code" label={labels.code} latin inputMode="numeric" autoComplete="one-time-code" required error={fault} />
          <ProofFields proof={proof} labels={proofLabels} id="totp">
            <Button type="submit" busy={busy}>{labels.confirm}</Button>
          </ProofFields>
        </form>
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} labels={labels} />}
    </div>
  );
}

const RecoveryCodes = ({ codes, labels }: { codes: string[]; labels: Labels }) => (
  <>
    <p>{labels.codes}</p>
    <ul className={styles.codes} dir="ltr">{codes.map((code) => <li key={code}><code>{code}</code></li>)}</ul>
    <Button variant="secondary" onClick={() => window.location.reload()}>{labels.saved}</Button>
  </>
);

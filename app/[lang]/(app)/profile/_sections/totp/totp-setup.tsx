'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { callJson } from '../../../../_session/json-call';
import { ProofFields } from '../proof/proof-fields';
import type { ProofLabels } from '../proof/proof-labels';
import { textIn, useFreshProof, type ProofWays } from '../proof/use-fresh-proof';
import styles from '../section.module.css';
import { RecoveryCodes, type CodesLabels } from './recovery-codes';
import { pictureOf, ScanStep, type ScanLabels } from './scan-step';
import { useAttempt } from './use-attempt';

type Labels = ScanLabels & CodesLabels & Record<'intro' | 'start' | 'wrong' | 'failed', string>;
type Step = { at: 'start' } | { at: 'scan'; secret: string; picture: string; currentPassword: string | undefined } | { at: 'codes'; codes: string[] };

interface TotpSetupProps { labels: Labels; proofLabels: ProofLabels; ways: ProofWays }

/** Scan, type a code, store the recovery codes. Asks for the current password when the sign-in is older than ten minutes, and for a passkey where there is one. */
export function TotpSetup({ labels, proofLabels, ways }: TotpSetupProps) {
  const proof = useFreshProof(ways);
  const [step, setStep] = useState<Step>({ at: 'start' });
  const { fault, setFault, busy, run } = useAttempt(labels.failed);
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
        <ScanStep
          secret={step.secret} picture={step.picture} labels={labels} fault={fault} busy={busy} proof={proof} proofLabels={proofLabels} id="totp"
          onSubmit={(event) => void run(() => confirm(event, step.currentPassword))}
        />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} labels={labels} />}
    </div>
  );
}

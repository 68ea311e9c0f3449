'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { callJson } from '../../../../_session/json-call';
import { ProofFields } from '../proof/proof-fields';
import type { ProofLabels } from '../proof/proof-labels';
import { textIn, useFreshProof, type ProofWays } from '../proof/use-fresh-proof';
import styles from '../section.module.css';
import { pictureOf, ScanStep, StepText, type ScanLabels } from './scan-step';
import { useAttempt } from './use-attempt';

interface Begun { secret: string; otpauthUrl: string; setupToken: string }
interface AuthenticatorChangeProps {
  labels: ScanLabels & Record<'intro' | 'start' | 'wrong' | 'expired' | 'failed', string>;
  proofLabels: ProofLabels;
  ways: ProofWays;
  /** Where to go on to. */
  doneAt: string;
}

/** Scan a new secret and type a code of it; until then the old one counts. Asks for the second factor when it was not shown lately. */
export function AuthenticatorChange({ labels, proofLabels, ways, doneAt }: AuthenticatorChangeProps) {
  const proof = useFreshProof(ways);
  const [begun, setBegun] = useState<Begun & { picture: string }>();
  const { fault, setFault, busy, run } = useAttempt(labels.failed);
  const begin = async (event: SubmitEvent<HTMLFormElement>) => {
    const outcome = await proof.submit(event, () => callJson<Begun>({ method: 'POST', url: '/auth/totp/change' }));
    if (outcome?.ok) setBegun({ ...outcome.answer, picture: await pictureOf(outcome.answer.otpauthUrl) });
    else if (outcome) setFault(labels.failed);
  };
  const confirm = async (event: SubmitEvent<HTMLFormElement>, setupToken: string) => {
    const outcome = await proof.submit(event, (fields) => callJson({ method: 'POST', url: '/auth/totp/confirm-change', body: { code: textIn(fields, 'code'), setupToken } }));
    if (!outcome) return;
    if (outcome.ok) return window.location.assign(doneAt);
    if (outcome.key !== 'setup-expired') return setFault(outcome.status === 422 ? labels.wrong : labels.failed);
    setBegun(undefined);
    setFault(labels.expired);
  };
  return (
    <div className={styles.totp}>
      {fault && !begun && <Notice tone="danger" alert>{fault}</Notice>}
      {begun ? (
        <ScanStep
          secret={begun.secret} picture={begun.picture} labels={labels} fault={fault} busy={busy} proof={proof} proofLabels={proofLabels} id="change"
          onSubmit={(event) => void run(() => confirm(event, begun.setupToken))}
        />
      ) : (
        <form onSubmit={(event) => void run(() => begin(event))}>
          {fault === labels.expired ? <StepText>{labels.intro}</StepText> : <p>{labels.intro}</p>}
          <ProofFields proof={proof} labels={proofLabels} id="change">
            <Button type="submit" variant="secondary" icon="phone" busy={busy}>{labels.start}</Button>
          </ProofFields>
        </form>
      )}
    </div>
  );
}

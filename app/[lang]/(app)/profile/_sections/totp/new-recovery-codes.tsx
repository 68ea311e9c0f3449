'use client';

import { useState, type SubmitEvent } from 'react';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { callJson } from '../../../../_session/json-call';
import { ProofFields } from '../proof/proof-fields';
import type { ProofLabels } from '../proof/proof-labels';
import { useFreshProof, type ProofWays } from '../proof/use-fresh-proof';
import styles from '../section.module.css';
import { RecoveryCodes, type CodesLabels } from './recovery-codes';
import { useAttempt } from './use-attempt';

interface NewRecoveryCodesProps {
  labels: CodesLabels & Record<'intro' | 'make' | 'failed', string>;
  proofLabels: ProofLabels;
  ways: ProofWays;
}

/** Ten new codes for the old ones. Asks for the second factor when it was not shown lately. */
export function NewRecoveryCodes({ labels, proofLabels, ways }: NewRecoveryCodesProps) {
  const proof = useFreshProof(ways);
  const [codes, setCodes] = useState<string[]>();
  const { fault, setFault, busy, run } = useAttempt(labels.failed);
  const make = async (event: SubmitEvent<HTMLFormElement>) => {
    const outcome = await proof.submit(event, () => callJson<{ recoveryCodes: string[] }>({ method: 'POST', url: '/auth/totp/recovery-codes' }));
    if (outcome?.ok) setCodes(outcome.answer.recoveryCodes);
    else if (outcome) setFault(labels.failed);
  };
  if (codes) return <div className={styles.totp}><RecoveryCodes codes={codes} labels={labels} /></div>;
  return (
    <div className={styles.totp}>
      {fault && <Notice tone="danger" alert>{fault}</Notice>}
      <form onSubmit={(event) => void run(() => make(event))}>
        <p>{labels.intro}</p>
        <ProofFields proof={proof} labels={proofLabels} id="recovery">
          <Button type="submit" variant="secondary" icon="key" busy={busy}>{labels.make}</Button>
        </ProofFields>
      </form>
    </div>
  );
}

import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import { loadPart } from '../../../../_late/load-part';
import { Button } from '../../../../_ui/button';
import { Field } from '../../../../_ui/form/field';
import { ProofFields } from '../proof/proof-fields';
import type { ProofLabels } from '../proof/proof-labels';
import type { FreshProof } from '../proof/use-fresh-proof';
import styles from '../section.module.css';

export type ScanLabels = Record<'scan' | 'qr' | 'code' | 'confirm', string>;

/** The QR code as the URL of a picture. */
export async function pictureOf(otpauthUrl: string): Promise<string> {
  const { toDataURL } = await loadPart(() => import('qrcode'));
  return toDataURL(otpauthUrl, { margin: 1, width: 220 });
}

interface ScanStepProps {
  secret: string;
  picture: string;
  labels: ScanLabels;
  fault: string | undefined;
  busy: boolean;
  proof: FreshProof;
  proofLabels: ProofLabels;
  /** Begins the ids of the fields. */
  id: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

/** A new secret for the authenticator, and the field for the code by which it is confirmed. */
export function ScanStep({ secret, picture, labels, fault, busy, proof, proofLabels, id, onSubmit }: ScanStepProps) {
  return (
    <form onSubmit={onSubmit}>
      <StepText>{labels.scan}</StepText>
      <img src={picture} width={220} height={220} alt={labels.qr} />
      <p className={styles.secret}><bdi dir="ltr">{secret.replace(/(.{4})/g, '$1 ')}</bdi></p>
      <Field name="code" id={`${id}-new-code`} label={labels.code} latin inputMode="numeric" autoComplete="one-time-code" required error={fault} />
      <ProofFields proof={proof} labels={proofLabels} id={id}>
        <Button type="submit" busy={busy}>{labels.confirm}</Button>
      </ProofFields>
    </form>
  );
}

/** The first text of a step that takes another's place: the focus goes there, since the button that was pressed is gone, and it is read out. */
export function StepText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return <p ref={text} tabIndex={-1}>{children}</p>;
}

import type { ReactNode } from 'react';
import { Button } from '../../../../_ui/button';
import { Notice } from '../../../../_ui/feedback/notice';
import { Field } from '../../../../_ui/form/field';
import { PasswordField } from '../../../../_ui/form/password-field';
import type { ProofLabels } from './proof-labels';
import { passkeyButton, type FreshProof } from './use-fresh-proof';

interface ProofFieldsProps {
  proof: FreshProof;
  labels: ProofLabels;
  /** Begins the ids of the fields: a page has several such forms. */
  id: string;
  /** The form's own button; it comes first, because Enter presses the first. */
  children: ReactNode;
}

/** The end of a form: what it asks for before it is sent again, and its buttons. */
export function ProofFields({ proof: { ways, wanted, fault }, labels, id, children }: ProofFieldsProps) {
  return (
    <>
      {wanted.password && (
        <PasswordField
          name="currentPassword" id={`${id}-password`} label={labels.password} help={labels.passwordHelp} autoComplete="current-password" required autoFocus
          error={fault === 'password' ? labels.wrongPassword : undefined} showLabel={labels.show} hideLabel={labels.hide}
        />
      )}
      {wanted.factor && <p>{labels.factor}</p>}
      {fault === 'passkey' && <Notice tone="danger" alert>{labels.passkeyFailed}</Notice>}
      {wanted.factor && ways.code && (
        <Field
          name="totp" id={`${id}-code`} label={labels.code} help={labels.codeHelp} latin autoCapitalize="none" autoComplete="one-time-code" required autoFocus
          error={fault === 'code' ? labels.wrongCode : undefined}
        />
      )}
      {children}
      {wanted.factor && ways.passkey && <Button type="submit" name={passkeyButton} formNoValidate variant="secondary" icon="key">{labels.passkey}</Button>}
    </>
  );
}

'use client';

import { useEffect, useState, type SyntheticEvent } from 'react';
import { Button } from '../../../../_ui/button';
import { Dialog } from '../../../../_ui/feedback/dialog';
import { Notice } from '../../../../_ui/feedback/notice';
import { Field } from '../../../../_ui/form/field';
import { Form, FormActions } from '../../../../_ui/form/form';
import type { Proof } from './use-admin-call';

export interface StepUpLabels { title: string; text: string; code: string; help: string; submit: string; wrong: string; passkey: string; passkeyFailed: string; close: string }

const focusCode = () => document.getElementById('step-up-code')?.focus();

/** Asks for a code of the authenticator, or a passkey, before money, prices or roles change. Its form is there only while it asks: a page has several of these. */
export function StepUpDialog({ proof, labels }: { proof: Proof; labels: StepUpLabels }) {
  const { wanted } = proof;
  const [code, setCode] = useState('');
  const [state, setState] = useState<'idle' | 'busy' | 'wrong' | 'showing'>('idle');
  const [passkeyFault, setPasskeyFault] = useState<string>();
  // After the dialog's own effect, which opens it and puts the focus on its first button.
  useEffect(() => {
    if (wanted) focusCode();
  }, [wanted]);
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    setState('busy');
    setPasskeyFault(undefined);
    const outcome = await proof.prove(code);
    setState(outcome.ok ? 'idle' : 'wrong');
    setCode('');
    if (!outcome.ok) focusCode();
  };
  const showPasskey = async () => {
    setState('showing');
    const outcome = await proof.proveByPasskey();
    setPasskeyFault(outcome.ok ? undefined : outcome.title || labels.passkeyFailed);
    setState('idle');
  };
  return (
    <Dialog open={wanted} onClose={proof.giveUp} title={labels.title} closeLabel={labels.close}>
      {wanted && (
        <Form onSubmit={(event) => void submit(event)} noValidate>
          <p>{labels.text}</p>
          {passkeyFault && <Notice tone="danger" alert>{passkeyFault}</Notice>}
          <Field
            id="step-up-code" name="code" label={labels.code} help={labels.help} latin required autoCapitalize="none" autoComplete="one-time-code" value={code}
            error={state === 'wrong' ? labels.wrong : undefined} onChange={(event) => setCode(event.target.value)}
          />
          <FormActions>
            <Button type="submit" busy={state === 'busy'} aria-disabled={state === 'showing'} disabled={code.trim() === ''}>{labels.submit}</Button>
            <Button variant="secondary" icon="key" busy={state === 'showing'} aria-disabled={state === 'busy'} onClick={() => void showPasskey()}>{labels.passkey}</Button>
          </FormActions>
        </Form>
      )}
    </Dialog>
  );
}

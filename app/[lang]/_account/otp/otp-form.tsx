'use client';

import { useCallback, useEffect, useState } from 'react';
import { verifyOtpSchema } from '@/lib/auth/schema';
import { Button } from '../../_ui/button';
import { FieldError } from '../../_ui/form/field-frame';
import { Form } from '../../_ui/form/form';
import { Notice } from '../../_ui/feedback/notice';
import { OtpBoxes } from './otp-boxes';
import { useFormPost } from '../use-form-post';

interface OtpFormProps {
  action: '/auth/verify-otp' | '/auth/loginWithCode';
  email: string;
  code: string;
  hidden?: Record<string, string>;
  messages: Record<string, string>;
  labels: { label: string; digits: string[]; submit: string; busy: string; unreachable: string };
}

/** Without JavaScript the six boxes are sent as `otp.0` … `otp.5`, which the endpoint puts together. */
export function OtpForm({ action, email, code, hidden = {}, messages, labels }: OtpFormProps) {
  const [digits, setDigits] = useState(() => Array.from({ length: 6 }, (_, at) => code[at] ?? ''));
  const [wrong, setWrong] = useState<string>();
  const { state, send, ready } = useFormPost();
  const type = useCallback((typed: string[]) => {
    setDigits(typed);
    setWrong(undefined);
  }, []);
  useEffect(() => {
    const address = new URL(window.location.href);
    if (!address.searchParams.has('otp')) return;
    address.searchParams.delete('otp');
    window.history.replaceState(window.history.state, '', address);
  }, []);
  return (
    <Form
      method="post"
      action={action}
      noValidate={ready}
      onSubmit={(event) => {
        event.preventDefault();
        const parsed = verifyOtpSchema.safeParse({ email, otp: digits.join('') });
        const fault = parsed.success ? undefined : parsed.error.issues[0]?.message;
        setWrong(fault);
        if (fault) focusFirstEmpty(event.currentTarget, digits);
        else void send(event.currentTarget);
      }}
    >
      {state === 'failed' && <Notice tone="danger" alert>{labels.unreachable}</Notice>}
      <input type="hidden" name="email" value={email} />
      {Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <OtpBoxes digits={digits} onChange={type} label={labels.label} names={labels.digits} invalid={wrong !== undefined} describedBy="otp-error" />
      <FieldError id="otp" error={wrong && (messages[wrong] ?? wrong)} />
      <Button type="submit" size="large" wide busy={state === 'busy'}>{state === 'busy' ? labels.busy : labels.submit}</Button>
    </Form>
  );
}

/** The first box where none is empty. */
function focusFirstEmpty(form: HTMLFormElement, digits: string[]): void {
  const box = form.elements.namedItem(`otp.${Math.max(0, digits.indexOf(''))}`);
  if (box instanceof HTMLElement) box.focus();
}

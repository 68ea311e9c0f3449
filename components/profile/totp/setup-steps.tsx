'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Field } from '@/components/form/field';
import { type FreshSignIn, FreshSignInFields } from '@/components/profile/fresh-sign-in';
import type { Failure } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { loadPart } from '@/components/ui/load-part';
import styles from '@/components/profile/section.module.css';

export function useStepRunner() {
  const t = useTranslations('account');
  const auth = useTranslations('auth');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const runStep = async (step: () => Promise<void>) => {
    setBusy(true);
    setError(undefined);
    await step().catch(() => setError(t('failed')));
    setBusy(false);
  };
  const showFailure = ({ status, title }: Failure) =>
    setError(status === 422 ? auth('error_totp_wrong') : title || t('failed'));
  return { error, setError, showFailure, busy, runStep };
}

export async function drawQrCode(otpauthUrl: string): Promise<string> {
  const { toDataURL } = await loadPart(() => import('qrcode'));
  return toDataURL(otpauthUrl, { margin: 1, width: 220 });
}

interface ScanStepProps {
  secret: string;
  picture: string;
  codeLabel: string;
  submit: string;
  error: string | undefined;
  busy: boolean;
  freshSignIn: FreshSignIn;
  id: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
}

export function ScanStep({
  secret,
  picture,
  codeLabel,
  submit,
  error,
  busy,
  freshSignIn,
  id,
  onSubmit,
}: ScanStepProps) {
  const t = useTranslations('account');
  return (
    <form onSubmit={onSubmit}>
      <StepText>{t('totp_scan')}</StepText>
      <img src={picture} width={220} height={220} alt={t('totp_qr')} />
      <p className={styles.secret}>
        <bdi dir="ltr">{secret.replace(/(.{4})/g, '$1 ')}</bdi>
      </p>
      <Field
        name="code"
        id={`${id}-new-code`}
        label={codeLabel}
        latin
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={error}
      />
      <FreshSignInFields freshSignIn={freshSignIn} passwordHelp={t('totp_password')} id={id}>
        <Button type="submit" busy={busy}>
          {submit}
        </Button>
      </FreshSignInFields>
    </form>
  );
}

/** Takes the focus, because the clicked button is gone and screen readers should read the new text. */
export function StepText({ children }: { children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <p ref={text} tabIndex={-1}>
      {children}
    </p>
  );
}

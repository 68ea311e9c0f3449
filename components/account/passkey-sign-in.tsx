'use client';

import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { useEffect, useEffectEvent, useState } from 'react';
import { callJson, errorText, type Failure } from '@/components/session/json-call';
import { ErrorNotice, Notice } from '@/components/ui/feedback/notice';
import { Spinner } from '@/components/ui/feedback/spinner';
import { Icon } from '@/components/ui/icon';
import { loadPart, PartLoadError } from '@/components/ui/load-part';
import { useFormPost } from './account-form';
import styles from './sign-in-ways.module.css';

interface PasskeySignInProps {
  autofill?: boolean;
  callbackUrl: string;
  labels: Record<'submit' | 'busy' | 'unsupported' | 'cancelled' | 'expired' | 'failed' | 'unreachable', string>;
}

/** Renew the challenge before it expires after ten minutes (lib/accounts/passkey-sign-in.ts). */
const renewMs = 9 * 60 * 1000;

class OptionsRefused extends Error {
  constructor(readonly failure: Failure) {
    super(failure.key);
  }
}

async function signInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const outcome = await callJson<PublicKeyCredentialRequestOptionsJSON>({
    method: 'POST',
    url: '/auth/passkey/sign-in-options',
  });
  if (!outcome.ok) throw new OptionsRefused(outcome);
  return outcome.answer;
}

const loadWebAuthn = () => import('@simplewebauthn/browser');

/** Row N22: offers passkeys with a button and, with `autofill`, in the browser's suggestions for the email field. */
export function PasskeySignIn({ autofill = false, callbackUrl, labels }: PasskeySignInProps) {
  const { state, post } = useFormPost();
  const [isAsking, setAsking] = useState(false);
  const [error, setError] = useState<string>();
  const busy = isAsking || state === 'busy';

  const showPasskeys = async (useBrowserAutofill: boolean) => {
    const { startAuthentication } = await loadWebAuthn();
    const credential = await startAuthentication({ optionsJSON: await signInOptions(), useBrowserAutofill });
    await post('/auth/loginWithPasskey', new URLSearchParams({ credential: JSON.stringify(credential), callbackUrl }));
  };

  const offer = useEffectEvent(async () => {
    const { browserSupportsWebAuthnAutofill } = await loadWebAuthn();
    if (autofill && (await browserSupportsWebAuthnAutofill())) await showPasskeys(true);
  });

  useEffect(() => {
    const begin = () => void offer().catch(() => undefined);
    begin();
    const timer = window.setInterval(begin, renewMs);
    return () => {
      window.clearInterval(timer);
      void loadWebAuthn()
        .then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony())
        .catch(() => undefined);
    };
  }, []);

  const handlePress = async () => {
    setError(undefined);
    setAsking(true);
    try {
      const { browserSupportsWebAuthn, WebAuthnAbortService } = await loadPart(loadWebAuthn);
      // Cancel the autofill request: the user could still accept its suggestion while the options load.
      WebAuthnAbortService.cancelCeremony();
      if (browserSupportsWebAuthn()) await showPasskeys(false);
      else setError(labels.unsupported);
    } catch (cause) {
      if (cause instanceof OptionsRefused)
        setError(cause.failure.key === 'form-expired' ? labels.expired : errorText(cause.failure, labels));
      else if (!(cause instanceof PartLoadError)) setError(labels.cancelled);
    }
    setAsking(false);
  };

  return (
    <div className={styles.needsScripts}>
      {state === 'failed' && (
        <Notice tone="danger" alert>
          {labels.unreachable}
        </Notice>
      )}
      <ErrorNotice>{error}</ErrorNotice>
      <button
        type="button"
        className={styles.way}
        data-way="passkey"
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        onClick={busy ? undefined : () => void handlePress()}
      >
        {busy ? <Spinner size={18} /> : <Icon name="key" size={20} />}
        <span>{busy ? labels.busy : labels.submit}</span>
      </button>
    </div>
  );
}

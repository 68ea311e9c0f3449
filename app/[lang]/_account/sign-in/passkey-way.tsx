'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser';
import { loadPart, PartMissing } from '../../_late/load-part';
import { Icon } from '../../_ui/icon';
import { Notice } from '../../_ui/feedback/notice';
import { Spinner } from '../../_ui/feedback/spinner';
import styles from './sign-in-ways.module.css';
import { useFormPost } from '../use-form-post';

interface PasskeyWayProps {
  /** The page has an email field with `autocomplete="… webauthn"`, in which the browser offers passkeys. */
  autofill?: boolean;
  callbackUrl: string;
  labels: Record<'submit' | 'busy' | 'unsupported' | 'cancelled' | 'unreachable', string>;
}

/** A challenge counts for ten minutes (lib/auth/passkeys/challenge.ts). */
const renewMs = 9 * 60 * 1000;

async function signInOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const answer = await fetch('/auth/passkey/sign-in-options', { method: 'POST' });
  if (!answer.ok) throw new Error(`answered ${answer.status}`);
  return (await answer.json()) as PublicKeyCredentialRequestOptionsJSON;
}

const webAuthn = () => import('@simplewebauthn/browser');

/** Row N22: a button, and the browser's own offer in the email field. */
export function PasskeyWay({ autofill = false, callbackUrl, labels }: PasskeyWayProps) {
  const { state, post } = useFormPost();
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string>();
  const busy = isAsking || state === 'busy';

  const show = async (useBrowserAutofill: boolean) => {
    const { startAuthentication } = await webAuthn();
    const credential = await startAuthentication({ optionsJSON: await signInOptions(), useBrowserAutofill });
    await post('/auth/loginWithPasskey', new URLSearchParams({ credential: JSON.stringify(credential), callbackUrl }));
  };

  const offer = useEffectEvent(async () => {
    const { browserSupportsWebAuthnAutofill } = await webAuthn();
    if (autofill && (await browserSupportsWebAuthnAutofill())) await show(true);
  });

  useEffect(() => {
    // Ends without a passkey when the button is pressed, or the page is left.
    const begin = () => void offer().catch(() => undefined);
    begin();
    const timer = window.setInterval(begin, renewMs);
    return () => {
      window.clearInterval(timer);
      void webAuthn().then(({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony()).catch(() => undefined);
    };
  }, []);

  const press = async () => {
    setFault(undefined);
    setAsking(true);
    try {
      const { browserSupportsWebAuthn, WebAuthnAbortService } = await loadPart(webAuthn);
      // The offer in the email field: it could otherwise be taken while the options are on their way.
      WebAuthnAbortService.cancelCeremony();
      if (browserSupportsWebAuthn()) await show(false);
      else setFault(labels.unsupported);
    } catch (error) {
      if (!(error instanceof PartMissing)) setFault(labels.cancelled);
    }
    setAsking(false);
  };

  return (
    <div className={styles.needsScripts}>
      {state === 'failed' && <Notice tone="danger" alert>{labels.unreachable}</Notice>}
      {fault && <Notice tone="danger" alert>{fault}</Notice>}
      <button type="button" className={styles.way} data-way="passkey" aria-disabled={busy || undefined} aria-busy={busy || undefined} onClick={busy ? undefined : () => void press()}>
        {busy ? <Spinner size={18} /> : <Icon name="key" size={20} />}
        <span>{busy ? labels.busy : labels.submit}</span>
      </button>
    </div>
  );
}

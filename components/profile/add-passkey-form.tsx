'use client';

import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser';
import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { callJson, type Outcome } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { loadPart } from '@/components/ui/load-part';
import { type FactorMethods, formText, FreshSignInFields, useFreshSignIn } from './fresh-sign-in';
import styles from './passkeys.module.css';

interface AddPasskeyFormProps {
  methods: FactorMethods;
  nextUrl: string;
}

const errorKeys: Record<string, string> = {
  'passkeys-full': 'passkeys_full',
  'passkey-known': 'passkey_known',
  'passkey-cancelled': 'passkey_cancelled',
  'passkey-unsupported': 'passkey_needs_browser',
};

const browserError = (key: string): Outcome => ({ ok: false, status: 0, key, title: '', errors: {} });

async function addPasskey(currentPassword: string | undefined): Promise<Outcome> {
  const webAuthn = await loadPart(() => import('@simplewebauthn/browser')).catch(() => null);
  if (!webAuthn) return browserError('part-missing');
  const { browserSupportsWebAuthn, startRegistration } = webAuthn;
  if (!browserSupportsWebAuthn()) return browserError('passkey-unsupported');
  const options = await callJson<PublicKeyCredentialCreationOptionsJSON>({
    method: 'POST',
    url: '/auth/passkey/register-options',
    body: { currentPassword },
  });
  if (!options.ok) return options;
  try {
    const credential = await startRegistration({ optionsJSON: options.answer });
    return await callJson({ method: 'POST', url: '/auth/passkey/register', body: { credential } });
  } catch (error) {
    return browserError((error as Error).name === 'InvalidStateError' ? 'passkey-known' : 'passkey-cancelled');
  }
}

/** Asks for the password if the sign-in is older than ten minutes, and for a second factor if the user has one. */
export function AddPasskeyForm({ methods, nextUrl }: AddPasskeyFormProps) {
  const t = useTranslations('account');
  const auth = useTranslations('auth');
  const freshSignIn = useFreshSignIn(methods);
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    setError(undefined);
    setBusy(true);
    const outcome = await freshSignIn.submit(event, (fields) => addPasskey(formText(fields, 'currentPassword')));
    if (outcome?.ok) return window.location.assign(nextUrl);
    if (outcome) setError(errorKeys[outcome.key] ?? 'failed');
    setBusy(false);
  };
  return (
    <form className={styles.adder} onSubmit={(event) => void submit(event)}>
      {error && (
        <Notice tone={error === 'passkey_cancelled' ? 'notice' : 'danger'} alert>
          {t(error)}
        </Notice>
      )}
      <FreshSignInFields freshSignIn={freshSignIn} passwordHelp={t('passkey_password')} id="passkey">
        <Button type="submit" variant="secondary" icon="key" busy={busy}>
          {busy ? auth('passkey_busy') : t('passkey_add')}
        </Button>
      </FreshSignInFields>
    </form>
  );
}

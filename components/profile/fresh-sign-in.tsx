'use client';

import { useTranslations } from 'next-intl';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Field } from '@/components/form/field';
import { PasswordField } from '@/components/form/password-field';
import type { Outcome } from '@/components/session/json-call';
import { stepUpErrorText, stepUpWithCode, stepUpWithPasskey } from '@/components/session/step-up';
import { Button } from '@/components/ui/button';
import { ErrorNotice } from '@/components/ui/feedback/notice';

export interface FactorMethods {
  code: boolean;
  passkey: boolean;
}

const nothing = { password: false, factor: false };

interface Errors {
  password?: string;
  code?: string;
  passkey?: string;
}

const passkeyButton = 'byPasskey';

/** For calls that demand a recent sign-in (`reauthenticate`) or MFA challenge (`step-up`). */
export function useFreshSignIn(methods: FactorMethods) {
  const [wanted, setWanted] = useState(nothing);
  const [errors, setErrors] = useState<Errors>({});
  const t = useTranslations('account');
  const auth = useTranslations('auth');
  /** @returns null if the form has to ask for a password or second factor */
  async function submit<Answer>(
    event: SubmitEvent<HTMLFormElement>,
    call: (fields: FormData) => Promise<Outcome<Answer>>,
  ): Promise<Outcome<Answer> | null> {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const byPasskey = event.nativeEvent.submitter?.getAttribute('name') === passkeyButton;
    setErrors({});
    if (wanted.factor) {
      const method = !methods.code || byPasskey ? 'passkey' : 'code';
      const challenge = await (method === 'passkey'
        ? stepUpWithPasskey()
        : stepUpWithCode(formText(fields, 'totp') ?? ''));
      if (!challenge.ok) {
        const wrong = method === 'passkey' ? t('factor_passkey_failed') : auth('error_totp_wrong');
        setErrors({ [method]: stepUpErrorText(challenge, { wrong, unreachable: auth('unreachable') }) });
        return null;
      }
    }
    const outcome = await call(fields);
    const key = outcome.ok ? '' : outcome.key;
    const isRefused = key === 'reauthenticate' || key === 'step-up';
    // The first refusal only shows the password field; later ones mean a wrong password.
    if (key === 'reauthenticate' && wanted.password) setErrors({ password: auth('error_wrong_credentials') });
    if (outcome.ok) setWanted(nothing);
    else setWanted({ password: wanted.password || key === 'reauthenticate', factor: key === 'step-up' });
    return isRefused ? null : outcome;
  }
  return { methods, wanted, errors, submit };
}

export type FreshSignIn = ReturnType<typeof useFreshSignIn>;

export function formText(fields: FormData, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === 'string' ? value : undefined;
}

interface FreshSignInFieldsProps {
  freshSignIn: FreshSignIn;
  passwordHelp: string;
  id: string;
  /** The form's main button. Rendered first, because Enter presses the first button. */
  children: ReactNode;
}

export function FreshSignInFields({
  freshSignIn: { methods, wanted, errors },
  passwordHelp,
  id,
  children,
}: FreshSignInFieldsProps) {
  const t = useTranslations('account');
  const auth = useTranslations('auth');
  return (
    <>
      {wanted.password && (
        <PasswordField
          name="currentPassword"
          id={`${id}-password`}
          label={auth('current_password')}
          help={passwordHelp}
          autoComplete="current-password"
          required
          autoFocus
          error={errors.password}
          showLabel={auth('show_password')}
          hideLabel={auth('hide_password')}
        />
      )}
      {wanted.factor && <p>{t('factor_wanted')}</p>}
      <ErrorNotice>{errors.passkey}</ErrorNotice>
      {wanted.factor && methods.code && (
        <Field
          name="totp"
          id={`${id}-code`}
          label={auth('totp')}
          help={auth('totp_help')}
          latin
          autoCapitalize="none"
          autoComplete="one-time-code"
          required
          autoFocus
          error={errors.code}
        />
      )}
      {children}
      {wanted.factor && methods.passkey && (
        <Button type="submit" name={passkeyButton} formNoValidate variant="secondary" icon="key">
          {t('factor_passkey')}
        </Button>
      )}
    </>
  );
}

'use client';

import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { type FactorMethods, formText, FreshSignInFields, useFreshSignIn } from '@/components/profile/fresh-sign-in';
import { callJson } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { RecoveryCodes } from './recovery-codes';
import { drawQrCode, ScanStep, StepText, useStepRunner } from './setup-steps';
import styles from '@/components/profile/section.module.css';

type Step =
  | { at: 'start' }
  | { at: 'scan'; secret: string; picture: string; currentPassword: string | undefined }
  | { at: 'codes'; codes: string[] };

interface TotpSetupProps {
  isAdmin: boolean;
  methods: FactorMethods;
}

export function TotpSetup({ isAdmin, methods }: TotpSetupProps) {
  const t = useTranslations('account');
  const auth = useTranslations('auth');
  const freshSignIn = useFreshSignIn(methods);
  const [step, setStep] = useState<Step>({ at: 'start' });
  const { error, showFailure, busy, runStep } = useStepRunner();
  const start = async (event: SubmitEvent<HTMLFormElement>) => {
    let currentPassword: string | undefined;
    const outcome = await freshSignIn.submit(event, (fields) => {
      currentPassword = formText(fields, 'currentPassword');
      return callJson<{ secret: string; otpauthUrl: string }>({
        method: 'POST',
        url: '/auth/totp/enrol',
        body: { currentPassword },
      });
    });
    if (!outcome) return;
    if (!outcome.ok) return showFailure(outcome);
    setStep({
      at: 'scan',
      secret: outcome.answer.secret,
      picture: await drawQrCode(outcome.answer.otpauthUrl),
      currentPassword,
    });
  };
  const confirm = async (event: SubmitEvent<HTMLFormElement>, typedBefore: string | undefined) => {
    const outcome = await freshSignIn.submit(event, (fields) => {
      const body = {
        code: formText(fields, 'code'),
        currentPassword: formText(fields, 'currentPassword') ?? typedBefore,
      };
      return callJson<{ recoveryCodes: string[] }>({ method: 'POST', url: '/auth/totp/confirm', body });
    });
    if (outcome?.ok) setStep({ at: 'codes', codes: outcome.answer.recoveryCodes });
    else if (outcome) showFailure(outcome);
  };
  return (
    <div className={styles.totp}>
      {error && step.at !== 'scan' && (
        <Notice tone="danger" alert>
          {error}
        </Notice>
      )}
      {step.at === 'start' && (
        <>
          <p>{t(isAdmin ? 'totp_admin' : 'totp_off')}</p>
          <form onSubmit={(event) => void runStep(() => start(event))}>
            <FreshSignInFields freshSignIn={freshSignIn} passwordHelp={t('totp_password')} id="totp">
              <Button type="submit" variant="secondary" icon="lock" busy={busy}>
                {t('totp_start')}
              </Button>
            </FreshSignInFields>
          </form>
        </>
      )}
      {step.at === 'scan' && (
        <ScanStep
          secret={step.secret}
          picture={step.picture}
          codeLabel={auth('totp')}
          submit={t('totp_confirm')}
          error={error}
          busy={busy}
          freshSignIn={freshSignIn}
          id="totp"
          onSubmit={(event) => void runStep(() => confirm(event, step.currentPassword))}
        />
      )}
      {step.at === 'codes' && <RecoveryCodes codes={step.codes} />}
    </div>
  );
}

interface AuthenticatorSetup {
  secret: string;
  otpauthUrl: string;
  setupToken: string;
}
interface AuthenticatorChangeProps {
  methods: FactorMethods;
  nextUrl: string;
}

/** Replaces the authenticator. The old secret stays valid until the user confirms the new one with a code. */
export function AuthenticatorChange({ methods, nextUrl }: AuthenticatorChangeProps) {
  const t = useTranslations('account');
  const freshSignIn = useFreshSignIn(methods);
  const [setup, setSetup] = useState<AuthenticatorSetup & { picture: string }>();
  const { error, setError, showFailure, busy, runStep } = useStepRunner();
  const start = async (event: SubmitEvent<HTMLFormElement>) => {
    const outcome = await freshSignIn.submit(event, () =>
      callJson<AuthenticatorSetup>({ method: 'POST', url: '/auth/totp/change' }),
    );
    if (outcome?.ok) setSetup({ ...outcome.answer, picture: await drawQrCode(outcome.answer.otpauthUrl) });
    else if (outcome) showFailure(outcome);
  };
  const confirm = async (event: SubmitEvent<HTMLFormElement>, setupToken: string) => {
    const outcome = await freshSignIn.submit(event, (fields) =>
      callJson({
        method: 'POST',
        url: '/auth/totp/confirm-change',
        body: { code: formText(fields, 'code'), setupToken },
      }),
    );
    if (!outcome) return;
    if (outcome.ok) return window.location.assign(nextUrl);
    if (outcome.key !== 'setup-expired') return showFailure(outcome);
    setSetup(undefined);
    setError(t('authenticator_expired'));
  };
  return (
    <div className={styles.totp}>
      {error && !setup && (
        <Notice tone="danger" alert>
          {error}
        </Notice>
      )}
      {setup ? (
        <ScanStep
          secret={setup.secret}
          picture={setup.picture}
          codeLabel={t('authenticator_new_code')}
          submit={t('authenticator_confirm')}
          error={error}
          busy={busy}
          freshSignIn={freshSignIn}
          id="change"
          onSubmit={(event) => void runStep(() => confirm(event, setup.setupToken))}
        />
      ) : (
        <form onSubmit={(event) => void runStep(() => start(event))}>
          {error === t('authenticator_expired') ? (
            <StepText>{t('authenticator_intro')}</StepText>
          ) : (
            <p>{t('authenticator_intro')}</p>
          )}
          <FreshSignInFields freshSignIn={freshSignIn} passwordHelp={t('totp_password')} id="change">
            <Button type="submit" variant="secondary" icon="phone" busy={busy}>
              {t('authenticator_change')}
            </Button>
          </FreshSignInFields>
        </form>
      )}
    </div>
  );
}

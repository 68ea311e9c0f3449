'use client';

import { useTranslations } from 'next-intl';
import { type SubmitEvent, useState } from 'react';
import { type FactorMethods, FreshSignInFields, useFreshSignIn } from '@/components/profile/fresh-sign-in';
import { callJson } from '@/components/session/json-call';
import { Button } from '@/components/ui/button';
import { ErrorNotice, Notice } from '@/components/ui/feedback/notice';
import { StepText, useStepRunner } from './setup-steps';
import styles from '@/components/profile/section.module.css';

function saveAsFile(text: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  link.download = fileName;
  link.click();
}

/** Shows the codes only once: a reload loses them. */
export function RecoveryCodes({ codes }: { codes: string[] }) {
  const t = useTranslations('account');
  const [copied, setCopied] = useState<boolean>();
  const text = codes.join('\n');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  };
  return (
    <>
      <StepText>{t('totp_codes')}</StepText>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      {copied !== undefined && (
        <Notice tone={copied ? 'success' : 'danger'} alert>
          {copied ? t('recovery_codes_copied') : t('recovery_codes_copy_failed')}
        </Notice>
      )}
      <div className={styles.line}>
        <Button variant="secondary" size="small" onClick={() => void copy()}>
          {t('recovery_codes_copy')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          icon="download"
          onClick={() => saveAsFile(`${text}\n`, `recovery-codes-${window.location.hostname}.txt`)}
        >
          {t('recovery_codes_download')}
        </Button>
      </div>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {t('totp_saved')}
      </Button>
    </>
  );
}

export function NewRecoveryCodes({ methods }: { methods: FactorMethods }) {
  const t = useTranslations('account');
  const freshSignIn = useFreshSignIn(methods);
  const [codes, setCodes] = useState<string[]>();
  const { error, showFailure, busy, runStep } = useStepRunner();
  const makeCodes = async (event: SubmitEvent<HTMLFormElement>) => {
    const outcome = await freshSignIn.submit(event, () =>
      callJson<{ recoveryCodes: string[] }>({ method: 'POST', url: '/auth/totp/recovery-codes' }),
    );
    if (outcome?.ok) setCodes(outcome.answer.recoveryCodes);
    else if (outcome) showFailure(outcome);
  };
  if (codes)
    return (
      <div className={styles.totp}>
        <RecoveryCodes codes={codes} />
      </div>
    );
  return (
    <div className={styles.totp}>
      <ErrorNotice>{error}</ErrorNotice>
      <form onSubmit={(event) => void runStep(() => makeCodes(event))}>
        <p>{t('recovery_codes_intro')}</p>
        <FreshSignInFields freshSignIn={freshSignIn} passwordHelp={t('totp_password')} id="recovery">
          <Button type="submit" variant="secondary" icon="key" busy={busy}>
            {t('recovery_codes_make')}
          </Button>
        </FreshSignInFields>
      </form>
    </div>
  );
}

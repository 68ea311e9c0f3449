import type { Metadata } from 'next';
import { AccountFrame, PromptLink } from '@/components/account/account-frame';
import {
  createAccountMetadata,
  otpLabels,
  type PageProps,
  readFormState,
  resendLabels,
} from '@/components/account/form-state';
import { OtpForm, ResendForm } from '@/components/account/otp-form';
import { forgotPasswordSchema } from '@/lib/accounts/schema';
import { redirectLearner } from '@/lib/accounts/sessions/current-actor';
import { foldDigits } from '@/lib/numbers';

export const generateMetadata = (props: PageProps): Promise<Metadata> => createAccountMetadata(props, 'otp_title');

export default async function OtpCodePage(props: PageProps) {
  const { lang, query, t, error, errorTexts, next, nextQuery, hiddenNext, messages } = await readFormState(props);
  await redirectLearner(lang, next);
  const parsed = forgotPasswordSchema.safeParse({ email: query.email });
  const email = parsed.success ? parsed.data.email : '';
  const code = foldDigits(query.otp ?? '');
  const codeIsOdd = query.otp !== undefined && !/^\d{6}$/.test(code);
  const allErrors = new Set([
    ...(email ? [] : [messages.otp_email_invalid ?? '']),
    ...(codeIsOdd ? [messages.otp_invalid ?? ''] : []),
    ...errorTexts,
  ]);
  return (
    <AccountFrame
      title={t('otp_title')}
      intro={
        email ? (
          <>
            {t('otp_intro')} <bdi>{email}</bdi>
          </>
        ) : (
          t('otp_no_address')
        )
      }
      note={t('recover_aside')}
      notices={[
        ...[...allErrors].map((text) => ({ tone: 'danger' as const, text })),
        query.sent && !error ? { tone: 'success', text: t('otp_sent') } : null,
      ]}
    >
      <OtpForm
        action="/auth/verify-otp"
        email={email}
        code={codeIsOdd ? '' : code}
        hidden={hiddenNext}
        messages={messages}
        labels={otpLabels(t)}
      />
      <ResendForm action="/auth/forgot-password" email={email} hidden={hiddenNext} labels={resendLabels(t)} />
      {!email && (
        <PromptLink question={t('forgot_link')} href={`/${lang}/forgetPassword${nextQuery}`}>
          {t('forgot_submit')}
        </PromptLink>
      )}
    </AccountFrame>
  );
}

import type { Metadata } from 'next';
import { AccountFrame } from '../../_account/account-frame';
import { accountMetadata, formState, type PageProps } from '../../_account/form-state';
import { AskLink } from '../../_account/links';
import { otpLabels, resendLabels } from '../../_account/labels';
import { OtpForm } from '../../_account/otp/otp-form';
import { ResendForm } from '../../_account/otp/resend-form';
import { forgotPasswordSchema } from '@/lib/auth/schema';
import { foldDigits } from '@/lib/digits';
import { requireVisitor } from '@/lib/auth/sessions/current-actor';

export const generateMetadata = (props: PageProps): Promise<Metadata> => accountMetadata(props, 'otp_title');

/** Row D4: a code in the address fills the boxes and is never sent by itself. */
export default async function OtpCodePage(props: PageProps) {
  const { lang, query, t, error, faults, messages } = await formState(props);
  await requireVisitor(lang);
  const address = forgotPasswordSchema.safeParse({ email: query.email });
  const email = address.success ? address.data.email : '';
  const code = foldDigits(query.otp ?? '');
  const codeIsOdd = query.otp !== undefined && !/^\d{6}$/.test(code);
  const wrong = new Set([...(email ? [] : [messages.otp_email_invalid ?? '']), ...(codeIsOdd ? [messages.otp_invalid ?? ''] : []), ...faults]);
  return (
    <AccountFrame
      title={t('otp_title')}
      intro={email ? <>{t('otp_intro')} <bdi>{email}</bdi></> : t('otp_no_address')}
      note={t('recover_aside')}
      notices={[
        ...[...wrong].map((text) => ({ tone: 'danger' as const, text })),
        query.sent && !error ? { tone: 'success', text: t('otp_sent') } : null,
      ]}
    >
      <OtpForm action="/auth/verify-otp" email={email} code={codeIsOdd ? '' : code} messages={messages} labels={otpLabels(t)} />
      <ResendForm action="/auth/forgot-password" email={email} labels={resendLabels(t)} />
      {!email && <AskLink question={t('forgot_link')} href={`/${lang}/forgetPassword`}>{t('forgot_submit')}</AskLink>}
    </AccountFrame>
  );
}

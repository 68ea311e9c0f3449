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
import { ButtonLink } from '@/components/ui/button';
import { forgotPasswordSchema } from '@/lib/accounts/schema';
import { redirectLearner } from '@/lib/accounts/sessions/current-actor';

export const generateMetadata = (props: PageProps): Promise<Metadata> =>
  createAccountMetadata(props, 'login_code_title');

export default async function LoginCodePage(props: PageProps) {
  const { lang, query, t, error, errorTexts, next, nextQuery, hiddenNext, messages } = await readFormState(props);
  await redirectLearner(lang, next);
  const email = forgotPasswordSchema.safeParse({ email: query.email }).data?.email ?? '';
  const toLogin = `/${lang}/login${nextQuery}`;
  return (
    <AccountFrame
      title={t('login_code_title')}
      intro={
        email ? (
          <>
            {t('otp_intro')} <bdi>{email}</bdi>
          </>
        ) : (
          t('otp_no_address')
        )
      }
      note={t('login_aside')}
      notices={[
        ...[...new Set(errorTexts)].map((text) => ({ tone: 'danger' as const, text })),
        query.sent && !error ? { tone: 'success', text: t('otp_sent') } : null,
      ]}
    >
      {email && (
        <>
          <OtpForm
            action="/auth/loginWithCode"
            email={email}
            code=""
            hidden={hiddenNext}
            messages={messages}
            labels={{ ...otpLabels(t), submit: t('login_submit'), busy: t('login_busy') }}
          />
          <ResendForm action="/auth/send-login-code" email={email} hidden={hiddenNext} labels={resendLabels(t)} />
        </>
      )}
      {email ? (
        <PromptLink question={t('login_code_other')} href={toLogin}>
          {t('login_code_back')}
        </PromptLink>
      ) : (
        <ButtonLink size="large" wide href={toLogin} prefetch={false}>
          {t('login_code_back')}
        </ButtonLink>
      )}
    </AccountFrame>
  );
}

import 'server-only';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { cookieNames, csrfTokenOf, readPageCookie } from '@/lib/accounts/sessions/cookies';
import { firstErrors, readSavedFormOfPage, textFieldsOf } from '@/lib/api/form-posts';
import { config } from '@/lib/config/config';
import { safeNext } from '@/lib/guards/safe-next';
import { messageKey } from '@/lib/i18n/message-key';
import { readMessages } from '@/lib/i18n/messages';
import { type Language, readLang } from '@/lib/language';

export type Query = Record<string, string | string[] | undefined>;
export interface PageProps {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

const textOf = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';

export async function readFormState({ params, searchParams }: PageProps) {
  const lang = await readLang(params);
  const query = Object.fromEntries(
    Object.entries(await searchParams).map(([name, value]) => [name, textOf(value)]),
  ) as Record<string, string | undefined>;
  const saved = query.error ? await readSavedFormOfPage() : { fields: {}, errors: {} };
  const next = safeNext(query.next);
  const t = await getTranslations({ locale: lang, namespace: 'auth' });
  const error = query.error ? errorText(t, query.error) : null;
  const errors = firstErrors(saved.errors);
  const byField = query.error === 'invalid' ? Object.values(errors) : [];
  return {
    lang,
    query,
    t,
    error,
    errors,
    errorTexts: byField.length > 0 ? byField : error ? [error] : [],
    next,
    nextQuery: next ? `?next=${encodeURIComponent(next)}` : '',
    hiddenNext: (next ? { callbackUrl: next } : {}) as Record<string, string>,
    csrfToken: csrfTokenOf(await readPageCookie(cookieNames().csrf)) ?? '',
    typed: textFieldsOf(saved.fields),
    messages: await readValidationMessages(lang),
  };
}

export async function createAccountMetadata({ params, searchParams }: PageProps, title: string): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'auth' });
  const error = textOf((await searchParams).error);
  return { title: titleWith(error ? errorText(t, error) : null, t(title)), robots: { index: false, follow: false } };
}

/** Puts the message first, because screen readers announce the title when a page loads (row V9). */
export const titleWith = (message: string | null, title: string): string => (message ? `${message} – ${title}` : title);

type Translator = Awaited<ReturnType<typeof getTranslations>>;

function errorText(t: Translator, key: string): string {
  const known = /^[a-z-]{1,40}$/.test(key) ? `error_${messageKey(key)}` : 'error_other';
  return t.has(known) ? t(known) : t('error_other');
}

async function readValidationMessages(lang: Language): Promise<Record<string, string>> {
  const { validation } = await readMessages(lang);
  if (typeof validation !== 'object') return {};
  return Object.fromEntries(
    Object.entries(validation).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

export type FormTexts = Awaited<ReturnType<typeof getTranslations>>;

export const formLabels = (
  t: FormTexts,
  form: 'login' | 'signup' | 'forgot' | 'reset' | 'name' | 'phone' | 'new_email',
) => ({
  submit: t(`${form}_submit`),
  busy: t(`${form}_busy`),
  unreachable: t('unreachable'),
  show: t('show_password'),
  hide: t('hide_password'),
});

export const otpLabels = (t: FormTexts) => ({
  label: t('otp_label'),
  digits: [1, 2, 3, 4, 5, 6].map((n) => t('otp_digit', { n })),
  submit: t('otp_submit'),
  busy: t('otp_busy'),
  unreachable: t('unreachable'),
});

export const resendLabels = (t: FormTexts) => ({
  question: t('otp_no_code'),
  resend: t('otp_resend'),
  sent: t('otp_sent'),
  unreachable: t('unreachable'),
  limited: t('error_too_many_requests'),
});

export const passkeyLabels = (t: FormTexts) => ({
  submit: t('with_passkey'),
  busy: t('passkey_busy'),
  unsupported: t('passkey_unsupported'),
  cancelled: t('passkey_cancelled'),
  expired: t('error_form_expired'),
  failed: t('error_other'),
  unreachable: t('unreachable'),
});

export const signInMethodLabels = (t: FormTexts) => ({
  or: t('or'),
  google: t('with_google'),
  linkedin: t('with_linkedin'),
  guest: t('as_guest'),
  popupBlocked: t('popup_blocked'),
});

export function enabledSignInMethods(): Array<'google' | 'linkedin' | 'guest'> {
  return [
    ...(config().google ? ['google' as const] : []),
    ...(config().linkedin ? ['linkedin' as const] : []),
    'guest',
  ];
}

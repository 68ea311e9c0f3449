import 'server-only';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { messageKey } from '@/lib/api/problem-answer';
import { firstOf, savedFormOfPage, textsOf } from '@/lib/api/saved-form';
import { safeNext } from '@/lib/guards/safe-next';
import { readMessages } from '@/lib/i18n/messages';
import { cookieNames, pageCookie } from '@/lib/auth/sessions/cookies';
import { langOf, type Language } from '@/lib/language';
import { csrfTokenOf } from '@/lib/auth/next-auth/csrf-cookie';

export type Query = Record<string, string | string[] | undefined>;
export interface PageProps { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

const textOf = (value: string | string[] | undefined): string => (Array.isArray(value) ? value[0] : value) ?? '';

/** All that a page on the way in shows of an earlier try: message, typed values, faults by field, where to go on to. */
export async function formState({ params, searchParams }: PageProps) {
  const lang = await langOf(params);
  const query = Object.fromEntries(Object.entries(await searchParams).map(([name, value]) => [name, textOf(value)])) as Record<string, string | undefined>;
  const saved = query.error ? await savedFormOfPage() : { fields: {}, errors: {} };
  const t = await getTranslations({ locale: lang, namespace: 'auth' });
  const error = query.error ? errorText(t, query.error) : null;
  const errors = firstOf(saved.errors);
  const byField = query.error === 'invalid' ? Object.values(errors) : [];
  return {
    lang, query, t, error, errors,
    /** What was wrong, for a form that marks no field: each field's fault where it was kept, else the error. */
    faults: byField.length > 0 ? byField : error ? [error] : [],
    next: safeNext(query.next),
    csrfToken: csrfTokenOf(await pageCookie(cookieNames().csrf)) ?? '',
    typed: textsOf(saved.fields),
    messages: await validationMessages(lang),
  };
}

/** Not for search engines; other sites are sent nothing of the address, which may hold an email (docs/security.md X06). */
export async function accountMetadata({ params, searchParams }: PageProps, title: string): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'auth' });
  const error = textOf((await searchParams).error);
  return { title: titleWith(error ? errorText(t, error) : null, t(title)), robots: { index: false, follow: false } };
}

/** A page that comes back with a message says so in its title first, which is what screen readers read (row V9). */
export const titleWith = (message: string | null, title: string): string => (message ? `${message} – ${title}` : title);

type Translator = Awaited<ReturnType<typeof getTranslations>>;

/** What went wrong, as a sentence; an unknown key becomes a general one, never itself. */
function errorText(t: Translator, key: string): string {
  const known = /^[a-z-]{1,40}$/.test(key) ? `error_${messageKey(key)}` : 'error_other';
  return t.has(known) ? t(known) : t('error_other');
}

async function validationMessages(lang: Language): Promise<Record<string, string>> {
  const { validation } = await readMessages(lang);
  if (typeof validation !== 'object') return {};
  return Object.fromEntries(Object.entries(validation).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

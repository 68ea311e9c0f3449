import 'server-only';
import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { assertAdmin, type Actor } from '@/lib/actor';
import { reachable } from '@/lib/guards/reachable';
import { setPageStatus } from '@/lib/cache/page-context';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { requireLearner } from '@/lib/auth/sessions/current-actor';
import { Unavailable } from '../../../_account/unavailable';
import { ButtonLink } from '../../../_ui/button';
import { EmptyState } from '../../../_ui/empty-state';
import { AdminShell, type AdminSection } from './admin-shell';

export type AdminWords = Awaited<ReturnType<typeof adminWords>>;
export interface AdminContext { actor: Actor; lang: Language; t: AdminWords }
export type Query = Record<string, string | string[] | undefined>;

export const adminWords = (lang: string) => getTranslations({ locale: lang, namespace: 'admin' });

export async function adminMetadata(lang: string, title: string): Promise<Metadata> {
  const t = await adminWords(lang);
  return { title: `${t(title)} · ${t('title')}`, robots: { index: false, follow: false } };
}

interface Place { lang: string; path: string; section: AdminSection }

/**
 * Every page of administration: who may not see it learns nothing of it (404), an administrator without a second
 * factor is led to set one up, and what is not found says so inside the frame.
 */
export async function adminPage(place: Place, show: (context: AdminContext) => Promise<ReactNode>): Promise<ReactNode> {
  const lang = isLanguage(place.lang) ? place.lang : defaultLanguage;
  const t = await adminWords(lang);
  const page = await reachable(async () => {
    const actor = await requireLearner(`/${lang}/admin${place.path}`);
    const refused = refusalOf(actor);
    if (refused === 'totp-enrol') return <EnrolFirst lang={lang} t={t} />;
    if (refused) return absent(t('nothing_here'), <ButtonLink href={`/${lang}/home`} variant="secondary">{t('to_home')}</ButtonLink>);
    const content = await found(() => show({ actor, lang, t }));
    return <AdminShell lang={lang} section={place.section} t={t}>{content ?? absent(t('not_found'))}</AdminShell>;
  });
  return page ?? <Unavailable lang={lang} />;
}

function refusalOf(actor: Actor): string | null {
  try {
    assertAdmin(actor);
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.key;
    throw error;
  }
}

async function found(show: () => Promise<ReactNode>): Promise<ReactNode | null> {
  try {
    return await show();
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return null;
    throw error;
  }
}

function absent(title: string, action?: ReactNode): ReactNode {
  setPageStatus(404);
  return (
    <>
      <h1>{title}</h1>
      {action}
    </>
  );
}

function EnrolFirst({ lang, t }: { lang: Language; t: AdminWords }) {
  return (
    <AdminShell lang={lang} section={null} t={t}>
      <h1>{t('title')}</h1>
      <EmptyState icon="lock" title={t('enrol_title')} action={<ButtonLink href={`/${lang}/profile/security`} prefetch={false}>{t('enrol_action')}</ButtonLink>}>
        <p>{t('enrol_text')}</p>
      </EmptyState>
    </AdminShell>
  );
}

/** One value of a query, for the filters of a list; a value the schema refuses counts as not given. */
export const textIn = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value[0] : value;
    return text ? [[name, text]] : [];
  }));

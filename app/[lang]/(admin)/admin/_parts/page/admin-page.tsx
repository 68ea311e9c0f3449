import 'server-only';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { assertMay, mayBy, type Actor } from '@/lib/actor';
import { reachable } from '@/lib/guards/reachable';
import { permissionFor } from '@/lib/guards/page-guard';
import { setPageStatus } from '@/lib/cache/page-context';
import { langOf, type Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { requireLearner } from '@/lib/auth/sessions/current-actor';
import { Unavailable } from '../../../../_account/unavailable';
import { Button, ButtonLink } from '../../../../_ui/button';
import { EmptyState } from '../../../../_ui/feedback/empty-state';
import { Section } from '../../../../_ui/layout/section';

export type AdminTexts = Awaited<ReturnType<typeof adminTexts>>;
export interface AdminContext { actor: Actor; lang: Language; t: AdminTexts }
type Params = Promise<{ lang: string }>;
export type Query = Record<string, string | string[] | undefined>;

export const adminTexts = (lang: Language) => getTranslations({ locale: lang, namespace: 'admin' });

export async function adminMetadata(params: Params, title: string): Promise<Metadata> {
  const t = await adminTexts(await langOf(params));
  return { title: `${t(title)} · ${t('title')}`, robots: { index: false, follow: false } };
}

/**
 * A page of administration: whoever may not see it learns nothing of it (404), an administrator without a second
 * factor is led to set one up, one whose session has not shown it to sign in again, and what is not found says so.
 * @param path after `/{lang}/admin`, where a visitor comes back to after signing in
 */
export async function adminPage(params: Params, path: string, show: (context: AdminContext) => Promise<ReactNode>): Promise<ReactNode> {
  const lang = await langOf(params);
  const t = await adminTexts(lang);
  const page = await reachable(async () => {
    const actor = await requireLearner(`/${lang}/admin${path}`);
    const refused = refusalOf(actor, path);
    if (refused === 'totp-enrol') return <EnrolFirst lang={lang} t={t} />;
    if (refused === 'step-up') return <SignInAgain lang={lang} t={t} wanted={`/${lang}/admin${path}`} />;
    // An editor has no overview of orders.
    if (refused && path === '' && mayBy(actor.role, 'content')) redirect(`/${lang}/admin/content`);
    if (refused) return <Section>{absent(t('nothing_here'), <ButtonLink href={`/${lang}/home`} variant="secondary">{t('to_home')}</ButtonLink>)}</Section>;
    return (await found(() => show({ actor, lang, t }))) ?? absent(t('not_found'));
  });
  return page ?? <Unavailable lang={lang} />;
}

function refusalOf(actor: Actor, path: string): string | null {
  try {
    assertMay(actor, permissionFor(`/admin${path}`));
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
    // Whoever may not see it learns nothing of it, also where one document of many is not theirs.
    if (error instanceof Problem && (error.status === 404 || error.key === 'forbidden')) return null;
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

function EnrolFirst({ lang, t }: { lang: Language; t: AdminTexts }) {
  return (
    <>
      <h1>{t('title')}</h1>
      <EmptyState icon="lock" title={t('enrol_title')} action={<ButtonLink href={`/${lang}/profile/security`} prefetch={false}>{t('enrol_action')}</ButtonLink>}>
        <p>{t('enrol_text')}</p>
      </EmptyState>
    </>
  );
}

/** For a session that never showed the second factor. Nothing is typed here yet, so signing in again costs the least, and works without scripts. */
function SignInAgain({ lang, t, wanted }: { lang: Language; t: AdminTexts; wanted: string }) {
  const again = (
    <form method="post" action="/auth/logout">
      <input type="hidden" name="to" value={`/${lang}/login?next=${encodeURIComponent(wanted)}`} />
      <Button type="submit">{t('prove_action')}</Button>
    </form>
  );
  return (
    <>
      <h1>{t('title')}</h1>
      <EmptyState icon="lock" title={t('prove_title')} action={again}><p>{t('prove_text')}</p></EmptyState>
    </>
  );
}

/** One value of a query, for the filters of a list; a value the schema refuses counts as not given. */
export const textIn = (query: Query): Record<string, string> =>
  Object.fromEntries(Object.entries(query).flatMap(([name, value]) => {
    const text = Array.isArray(value) ? value[0] : value;
    return text ? [[name, text]] : [];
  }));

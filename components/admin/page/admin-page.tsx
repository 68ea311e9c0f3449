import 'server-only';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Unavailable } from '@/components/account/unavailable';
import { Section } from '@/components/layout/section';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { requireLearner } from '@/lib/accounts/sessions/current-actor';
import { setPageStatus } from '@/lib/cache/page-context';
import { nullIfUnreachable, permissionFor } from '@/lib/guards/page-guard';
import { type Language, readLang } from '@/lib/language';
import { type Actor, assertMay, hasPermission } from '@/lib/permissions';
import { Problem } from '@/lib/problem';

export type AdminTexts = Awaited<ReturnType<typeof loadAdminTexts>>;
export interface AdminContext {
  actor: Actor;
  lang: Language;
  t: AdminTexts;
}
type Params = Promise<{ lang: string }>;
export type Query = Record<string, string | string[] | undefined>;

const loadAdminTexts = (lang: Language) => getTranslations({ locale: lang, namespace: 'admin' });

export async function createAdminMetadata(params: Params, title: string): Promise<Metadata> {
  const t = await loadAdminTexts(await readLang(params));
  return { title: `${t(title)} · ${t('title')}`, robots: { index: false, follow: false } };
}

/** @param path the part after `/{lang}/admin`, with the query of a list */
export async function renderAdminPage(
  params: Params,
  path: string,
  show: (context: AdminContext) => Promise<ReactNode>,
): Promise<ReactNode> {
  const lang = await readLang(params);
  const t = await loadAdminTexts(lang);
  const page = await nullIfUnreachable(async () => {
    const actor = await requireLearner(`/${lang}/admin${path}`);
    const problemKey = findAccessProblem(actor, path);
    if (problemKey === 'totp-enrol') return <SecondFactorRequired lang={lang} t={t} />;
    if (problemKey === 'step-up') return <FreshSignInRequired lang={lang} t={t} wanted={`/${lang}/admin${path}`} />;
    // Editors may not see the start page, which shows orders, so send them to the content.
    if (problemKey && path === '' && hasPermission(actor.role, 'content')) redirect(`/${lang}/admin/content`);
    if (problemKey)
      return (
        <Section>
          {renderNotFound(
            t('nothing_here'),
            <ButtonLink href={`/${lang}/home`} variant="secondary">
              {t('to_home')}
            </ButtonLink>,
          )}
        </Section>
      );
    return (await nullIfNotFound(() => show({ actor, lang, t }))) ?? renderNotFound(t('not_found'));
  });
  return page ?? <Unavailable lang={lang} />;
}

function findAccessProblem(actor: Actor, path: string): string | null {
  try {
    const [pathname = ''] = path.split('?', 1);
    assertMay(actor, permissionFor(`/admin${pathname}`));
    return null;
  } catch (error) {
    if (error instanceof Problem) return error.key;
    throw error;
  }
}

async function nullIfNotFound(show: () => Promise<ReactNode>): Promise<ReactNode | null> {
  try {
    return await show();
  } catch (error) {
    // Respond 404 if the admin may not see the document, so that the response does not reveal that it exists.
    if (error instanceof Problem && (error.status === 404 || error.key === 'forbidden')) return null;
    throw error;
  }
}

function renderNotFound(title: string, action?: ReactNode): ReactNode {
  setPageStatus(404);
  return (
    <>
      <h1>{title}</h1>
      {action}
    </>
  );
}

function SecondFactorRequired({ lang, t }: { lang: Language; t: AdminTexts }) {
  return (
    <>
      <h1>{t('title')}</h1>
      <EmptyState
        icon="lock"
        title={t('enrol_title')}
        action={
          <ButtonLink href={`/${lang}/profile/security`} prefetch={false}>
            {t('enrol_action')}
          </ButtonLink>
        }
      >
        <p>{t('enrol_text')}</p>
      </EmptyState>
    </>
  );
}

/** Asks the admin to sign in again; works without JavaScript. No typed text is lost, because no form is open yet. */
function FreshSignInRequired({ lang, t, wanted }: { lang: Language; t: AdminTexts; wanted: string }) {
  const signInLink = (
    <form method="post" action="/auth/logout">
      <input type="hidden" name="to" value={`/${lang}/login?next=${encodeURIComponent(wanted)}`} />
      <Button type="submit">{t('prove_action')}</Button>
    </form>
  );
  return (
    <>
      <h1>{t('title')}</h1>
      <EmptyState icon="lock" title={t('prove_title')} action={signInLink}>
        <p>{t('prove_text')}</p>
      </EmptyState>
    </>
  );
}

export const pathWithQuery = (path: string, queryValues: Readonly<Record<string, string>>): string =>
  Object.keys(queryValues).length > 0 ? `${path}?${new URLSearchParams(queryValues)}` : path;

export const queryTexts = (query: Query): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const text = Array.isArray(value) ? value[0] : value;
      return text ? [[name, text]] : [];
    }),
  );

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { AccountFrame } from '@/components/account/account-frame';
import { type PageProps, readFormState } from '@/components/account/form-state';
import { Unavailable } from '@/components/account/unavailable';
import { Disclosure } from '@/components/layout/disclosure';
import { Button, ButtonLink } from '@/components/ui/button';
import { readCurrentActor } from '@/lib/accounts/sessions/current-actor';
import { setPageStatus } from '@/lib/cache/page-context';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { messageKey } from '@/lib/i18n/message-key';
import { type Language, readLang } from '@/lib/language';
import { findInvitation, type Invitation } from '@/lib/orders/seats/invitations';
import { isLearner } from '@/lib/permissions';
import { truncate } from '@/lib/text';
import styles from './seat.module.css';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: await readLang(params), namespace: 'team' });
  return { title: t('invitation_title'), robots: { index: false, follow: false } };
}

/** Row N11: accepts an invitation only on a click, because mail scanners open links. */
export default async function SeatPage(props: PageProps) {
  const { lang, query } = await readFormState(props);
  const token = truncate(query.token ?? '', 200);
  const page = await nullIfUnreachable(async () => {
    const actor = await readCurrentActor();
    if (query.declined === '1') return <Declined lang={lang} />;
    const invitation = await findInvitation(actor, token);
    if (!invitation) setPageStatus(404);
    return (
      <SeatInvitation
        lang={lang}
        token={token}
        invitation={invitation}
        signedIn={isLearner(actor)}
        error={query.error ?? null}
      />
    );
  });
  return page ?? <Unavailable lang={lang} />;
}

async function Declined({ lang }: { lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  return (
    <AccountFrame
      title={t('invitation_title')}
      note={t('invitation_aside')}
      notices={[{ tone: 'success', text: t('invitation_declined') }]}
    >
      <Courses lang={lang}>{t('browse')}</Courses>
    </AccountFrame>
  );
}

interface SeatInvitationProps {
  lang: Language;
  token: string;
  invitation: Invitation | null;
  signedIn: boolean;
  error: string | null;
}

async function SeatInvitation({ lang, token, invitation, signedIn, error }: SeatInvitationProps) {
  const [t, problems] = await Promise.all([
    getTranslations({ locale: lang, namespace: 'team' }),
    getTranslations({ locale: lang, namespace: 'problems' }),
  ]);
  if (!invitation) {
    return (
      <AccountFrame
        title={t('invitation_title')}
        note={t('invitation_aside')}
        notices={[{ tone: 'notice', text: t('invitation_unknown') }]}
      >
        <Courses lang={lang}>{t('browse')}</Courses>
      </AccountFrame>
    );
  }
  const { state, inviter, courseTitle, courseSlug } = invitation;
  const isOpen = state === 'open';
  const errorKey = error && isOpen ? messageKey(error) : null;
  const errorText = errorKey && (problems.has(errorKey) ? problems(errorKey) : t('error_other'));
  return (
    <AccountFrame
      title={courseTitle[lang]}
      intro={t.rich(inviter ? 'invitation_intro' : 'invitation_intro_nobody', {
        inviter: inviter ?? '',
        bdi: (text: ReactNode) => <bdi>{text}</bdi>,
      })}
      note={t('invitation_aside')}
      notices={[
        isOpen ? null : { tone: state === 'yours' ? 'success' : 'notice', text: t(`invitation_${state}`) },
        errorText ? { tone: 'danger', text: errorText } : null,
      ]}
    >
      {isOpen && <OpenInvitation lang={lang} token={token} signedIn={signedIn} />}
      {(state === 'yours' || state === 'owned') && (
        <ButtonLink size="large" wide iconEnd="arrow" href={`/${lang}/course/${encodeURIComponent(courseSlug)}`}>
          {t('to_course')}
        </ButtonLink>
      )}
      {(state === 'taken' || state === 'closed') && <Courses lang={lang}>{t('browse')}</Courses>}
    </AccountFrame>
  );
}

async function Courses({ lang, children }: { lang: Language; children: string }) {
  return (
    <ButtonLink size="large" wide href={await readCoursesUrl(lang)}>
      {children}
    </ButtonLink>
  );
}

async function OpenInvitation({ lang, token, signedIn }: Pick<SeatInvitationProps, 'lang' | 'token' | 'signedIn'>) {
  const t = await getTranslations({ locale: lang, namespace: 'team' });
  const next = new URLSearchParams({ next: `/${lang}/seat?${new URLSearchParams({ token })}` });
  return (
    <div className={styles.open}>
      <section className={styles.seen} aria-labelledby="seen">
        <h2 id="seen">{t('seen_title')}</h2>
        <ul>
          {['seen_name', 'seen_progress', 'seen_certificate'].map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
        <p>{t('unseen')}</p>
      </section>
      {signedIn ? (
        <form method="post" action="/api/seats/accept">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" size="large" wide>
            {t('accept')}
          </Button>
        </form>
      ) : (
        <>
          <p>{t('sign_in_first')}</p>
          <ButtonLink size="large" wide href={`/${lang}/signup?${next}`} prefetch={false}>
            {t('sign_up')}
          </ButtonLink>
          <ButtonLink size="large" wide variant="secondary" href={`/${lang}/login?${next}`} prefetch={false}>
            {t('sign_in')}
          </ButtonLink>
        </>
      )}
      <Disclosure summary={t('decline')}>
        <form method="post" action="/api/seats/decline" className={styles.decline}>
          <input type="hidden" name="token" value={token} />
          <p>{t('decline_text')}</p>
          <Button type="submit" variant="secondary">
            {t('decline')}
          </Button>
        </form>
      </Disclosure>
    </div>
  );
}

import type { Metadata } from 'next';
import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { AccountFrame } from '@/components/account/account-frame';
import { type PageProps, readFormState } from '@/components/account/form-state';
import { Unavailable } from '@/components/account/unavailable';
import { courseUrl } from '@/components/payment/order-links';
import { Button, ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { bdi } from '@/components/ui/text/bdi';
import { readCurrentActor } from '@/lib/accounts/sessions/current-actor';
import { setPageStatus } from '@/lib/cache/page-context';
import { readCoursesUrl } from '@/lib/content/enabled-features';
import { nullIfUnreachable } from '@/lib/guards/page-guard';
import { messageKey } from '@/lib/i18n/message-key';
import type { Language } from '@/lib/language';
import { findGift, type ShownGift } from '@/lib/orders/gifts';
import { isLearner } from '@/lib/permissions';
import styles from './gift.module.css';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: (await params).lang, namespace: 'gifts' });
  return { title: t('title'), robots: { index: false, follow: false } };
}

/** Row N11: opens a gift only on a click, because mail scanners open links. */
export default async function GiftPage(props: PageProps) {
  const { lang, query } = await readFormState(props);
  const t = await getTranslations({ locale: lang, namespace: 'gifts' });
  const token = query.token ?? '';
  const found = await nullIfUnreachable(async () => {
    const actor = await readCurrentActor();
    return { gift: await findGift({ actor, token }), isSignedIn: isLearner(actor) };
  });
  if (!found) return <Unavailable lang={lang} />;
  const { gift, isSignedIn } = found;
  if (!gift) {
    setPageStatus(404);
    return (
      <AccountFrame title={t('title')} note={t('note')} notices={[{ tone: 'notice', text: t('unknown') }]}>
        <p>{t('unknown_text')}</p>
        <ToCourses lang={lang} label={t('to_courses')} />
      </AccountFrame>
    );
  }
  const isClosed = gift.refusal !== null && gift.refusal !== 'gift-owned';
  return (
    <AccountFrame
      title={isClosed || gift.giver === null ? t('title') : t.rich('title_from', { giver: gift.giver, bdi })}
      intro={
        isClosed
          ? undefined
          : gift.recipientName
            ? t.rich('intro_named', { name: gift.recipientName, bdi })
            : t('intro')
      }
      note={t('note')}
      notices={[gift.refusal && !gift.isMine ? { tone: 'notice', text: t(messageKey(gift.refusal)) } : null]}
    >
      {(!isClosed || gift.isMine) && <GiftContents lang={lang} gift={gift} />}
      <GiftActions lang={lang} token={token} gift={gift} isSignedIn={isSignedIn} />
    </AccountFrame>
  );
}

interface GiftContentsProps {
  lang: Language;
  gift: ShownGift;
}

async function GiftContents({ lang, gift }: GiftContentsProps) {
  const t = await getTranslations({ locale: lang, namespace: 'gifts' });
  return (
    <>
      {gift.card && (
        <blockquote className={styles.card} dir="auto">
          <p>{gift.card}</p>
        </blockquote>
      )}
      <ul className={styles.courses} aria-label={t('courses')}>
        {gift.courses.map(({ slug, title, isOwned }) => (
          <li key={slug}>
            <Icon name={isOwned ? 'check' : 'gift'} size={20} />
            <span>
              <bdi>{title[lang]}</bdi>
              {isOwned && !gift.isMine && <> · {t('owned_course')}</>}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

const ToCourses = async ({ lang, label }: { lang: Language; label: string }) => (
  <ButtonLink variant="secondary" href={await readCoursesUrl(lang)}>
    {label}
  </ButtonLink>
);

interface GiftActionsProps {
  lang: Language;
  token: string;
  gift: ShownGift;
  isSignedIn: boolean;
}

async function GiftActions({ lang, token, gift: { refusal, isMine, courses }, isSignedIn }: GiftActionsProps) {
  const t = await getTranslations({ locale: lang, namespace: 'gifts' });
  if (isMine) {
    return (
      <ButtonLink
        size="large"
        wide
        iconEnd="arrow"
        href={courseUrl(
          lang,
          courses.map(({ slug }) => slug),
        )}
      >
        {t(courses.length > 1 ? 'to_my_courses' : 'to_course')}
      </ButtonLink>
    );
  }
  if (refusal === 'gift-owned') return <p>{t('pass_on')}</p>;
  if (refusal) return <ToCourses lang={lang} label={t('to_courses')} />;
  if (isSignedIn) {
    return (
      <form method="post" action="/api/gifts/open">
        <input type="hidden" name="token" value={token} />
        <Button type="submit" size="large" wide icon="gift">
          {t('open')}
        </Button>
      </form>
    );
  }
  const next = encodeURIComponent(`/${lang}/gift?${new URLSearchParams({ token })}`);
  return (
    <div className={styles.ways}>
      <p>{t('sign_in_text')}</p>
      <ButtonLink size="large" wide href={`/${lang}/signup?next=${next}`} prefetch={false}>
        {t('sign_up')}
      </ButtonLink>
      <p>
        {t('have_account')}{' '}
        <Link href={`/${lang}/login?next=${next}`} prefetch={false}>
          {t('sign_in')}
        </Link>
      </p>
    </div>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountFrame } from '@/components/account/account-frame';
import { type PageProps, readFormState } from '@/components/account/form-state';
import { UnsubscribeForm } from '@/components/account/unsubscribe-form';
import { ButtonLink } from '@/components/ui/button';
import { readLang } from '@/lib/language';
import { isStopLink } from '@/lib/orders/reminders';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: await readLang(params), namespace: 'payment' });
  return { title: t('reminders_title'), robots: { index: false, follow: false } };
}

export default async function OrderRemindersPage(props: PageProps) {
  const { lang, query } = await readFormState(props);
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  const profile = await getTranslations({ locale: lang, namespace: 'profile' });
  const link = { order: query.order ?? '', key: query.key ?? '' };
  const isKnown = isStopLink(link);
  const isStopped = isKnown && query.stopped === '1';
  return (
    <AccountFrame
      title={t('reminders_title')}
      intro={isKnown && !isStopped && t('reminders_intro')}
      note={t('reminders_note')}
      notices={[
        isKnown ? null : { tone: 'notice', text: t('reminders_unknown') },
        isStopped ? { tone: 'success', text: t('reminders_stopped') } : null,
      ]}
    >
      {isKnown && !isStopped && (
        <UnsubscribeForm action="/api/reminders/stop" link={link} lang={lang} submit={t('reminders_stop')} />
      )}
      <p>{t('reminders_again')}</p>
      <ButtonLink variant="secondary" href={`/${lang}/profile/details`} prefetch={false}>
        {profile('details')}
      </ButtonLink>
    </AccountFrame>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountFrame } from '@/components/account/account-frame';
import { type PageProps, readFormState } from '@/components/account/form-state';
import { UnsubscribeForm } from '@/components/account/unsubscribe-form';
import { isWeeklyStopLink } from '@/lib/courses/weekly-mail/settings';
import { readLang } from '@/lib/language';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: await readLang(params), namespace: 'account' });
  return { title: t('weekly_stop_title'), robots: { index: false, follow: false } };
}

export default async function WeeklyMailPage(props: PageProps) {
  const { lang, query } = await readFormState(props);
  const t = await getTranslations({ locale: lang, namespace: 'account' });
  const link = { user: query.user ?? '', key: query.key ?? '' };
  const isKnown = isWeeklyStopLink(link);
  const isStopped = isKnown && query.stopped === '1';
  return (
    <AccountFrame
      title={t('weekly_stop_title')}
      intro={isKnown && !isStopped && t('weekly_stop_intro')}
      note={t('weekly_stop_note')}
      notices={[
        isKnown ? null : { tone: 'notice', text: t('weekly_unknown') },
        isStopped ? { tone: 'success', text: t('weekly_stopped') } : null,
      ]}
    >
      {isKnown && !isStopped && (
        <UnsubscribeForm action="/api/weekly-mail/stop" link={link} lang={lang} submit={t('weekly_stop')} />
      )}
      <p>{t('weekly_again')}</p>
    </AccountFrame>
  );
}

import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { AccountFrame } from '@/components/account/account-frame';
import { type PageProps, readFormState } from '@/components/account/form-state';
import { UnsubscribeForm } from '@/components/account/unsubscribe-form';
import { readLang } from '@/lib/language';
import { isUnsubscribeLink } from '@/lib/newsletter/subscription';

export async function generateMetadata({ params }: PageProps): Promise<Metadata> {
  const t = await getTranslations({ locale: await readLang(params), namespace: 'newsletter' });
  return { title: t('stop_title'), robots: { index: false, follow: false } };
}

export default async function UnsubscribePage(props: PageProps) {
  const { lang, query } = await readFormState(props);
  const t = await getTranslations({ locale: lang, namespace: 'newsletter' });
  const link = {
    reader: query.reader ?? '',
    address: query.address ?? '',
    letter: query.letter ?? '',
    key: query.key ?? '',
  };
  const isKnown = isUnsubscribeLink(link);
  const isDone = isKnown && query.done === '1';
  return (
    <AccountFrame
      title={t(isDone ? 'stopped_title' : 'stop_title')}
      intro={isKnown && t(isDone ? 'stopped_text' : 'stop_text')}
      note={t('note')}
      notices={[isKnown ? null : { tone: 'notice', text: t('link_unknown') }]}
    >
      {isKnown && !isDone && (
        <UnsubscribeForm action="/api/newsletter/unsubscribe" link={link} lang={lang} submit={t('stop')} />
      )}
    </AccountFrame>
  );
}

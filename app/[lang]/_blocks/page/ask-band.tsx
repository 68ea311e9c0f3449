import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '../../_ui/button';
import { Heading, Section } from '../../_ui/layout/section';

interface Props { lang: string; /** where its words are */ words: 'work' | 'site'; /** what the enquiry is about, as `POST /api/contact` takes it */ about?: string }

/** The way on from a page that sells to an enquiry. */
export async function AskBand({ lang, words, about }: Props) {
  const t = await getTranslations(words);
  const ask = <ButtonLink size="large" iconEnd="arrow" prefetch={false} href={`/${lang}/contact${about ? `?about=${about}` : ''}`}>{t('ask')}</ButtonLink>;
  return <Section tone="deep"><Heading title={t('ask_title')} actions={ask}>{t('ask_text')}</Heading></Section>;
}

import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '../../_ui/button';
import { Section } from '../../_ui/layout/section';
import styles from './ask-band.module.css';

interface Props { lang: string; /** where its words are */ words: 'work' | 'site'; /** what the enquiry is about, as `POST /api/contact` takes it */ about?: string }

/** The way on from a page that sells to an enquiry. */
export async function AskBand({ lang, words, about }: Props) {
  const t = await getTranslations(words);
  return (
    <Section tone="deep">
      <div className={styles.band}>
        <div>
          <h2>{t('ask_title')}</h2>
          <p className={styles.text}>{t('ask_text')}</p>
        </div>
        <ButtonLink size="large" iconEnd="arrow" prefetch={false} href={`/${lang}/contact${about ? `?about=${about}` : ''}`}>{t('ask')}</ButtonLink>
      </div>
    </Section>
  );
}

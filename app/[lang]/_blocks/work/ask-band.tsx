import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '../../_ui/button';
import { Section } from '../../_ui/layout/section';
import styles from './ask-band.module.css';

/** The way from work to an enquiry. @param about what the enquiry is about, as `POST /api/contact` takes it */
export async function AskBand({ lang, about }: { lang: string; about?: string }) {
  const t = await getTranslations('work');
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

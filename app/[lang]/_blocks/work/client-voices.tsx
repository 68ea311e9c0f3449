import { getTranslations } from 'next-intl/server';
import { readWorkCases } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import { Heading, Section } from '../../_ui/layout/section';
import { ClientQuote } from './client-quote';
import styles from './client-voices.module.css';

const shown = 3;

/** What clients say, on the home page. */
export async function ClientVoices({ lang }: { lang: Language }) {
  const [cases, t] = await Promise.all([readWorkCases(lang), getTranslations('home')]);
  const quotes = (cases ?? []).flatMap(({ quote }) => quote ?? []).slice(0, shown);
  if (quotes.length === 0) return null;
  return (
    <Section>
      <Heading title={t('voices_title')} />
      <ul className={styles.voices}>
        {quotes.map((quote) => <li key={quote.text}><ClientQuote quote={quote} /></li>)}
      </ul>
    </Section>
  );
}

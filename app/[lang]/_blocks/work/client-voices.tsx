import { getTranslations } from 'next-intl/server';
import { readWorkCases } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import { casePath } from '@/lib/content/work/work';
import { ArrowLink } from '../../_ui/navigation/text-link';
import { Heading, Section } from '../../_ui/layout/section';
import { ClientQuote } from './client-quote';
import styles from './client-voices.module.css';

const shown = 3;

/** What clients say, on the home page; on a phone one after the other, to be pushed aside. */
export async function ClientVoices({ lang }: { lang: Language }) {
  const [cases, t] = await Promise.all([readWorkCases(lang), getTranslations()]);
  const voices = (cases ?? []).flatMap((item) => (item.quote ? [{ item, quote: item.quote }] : [])).slice(0, shown);
  if (voices.length === 0) return null;
  return (
    <Section>
      <Heading title={t('home.voices_title')} />
      <ul className={styles.voices}>
        {voices.map(({ item, quote }) => (
          <li key={quote.text}>
            <ClientQuote quote={quote} />
            <ArrowLink href={`/${lang}${casePath(item)}`} prefetch={false} aria-label={t('work.read_case_of', { title: quote.company })}>{t('work.read_case')}</ArrowLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

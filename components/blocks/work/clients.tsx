import { getTranslations } from 'next-intl/server';
import type { CSSProperties } from 'react';
import { Heading, Section } from '@/components/layout/section';
import { classNames } from '@/components/ui/class-names';
import { ArrowLink } from '@/components/ui/navigation/text-link';
import { readWorkCases, readWorkClients } from '@/lib/content/read';
import type { WorkCase } from '@/lib/content/schema';
import { casePath } from '@/lib/content/work';
import type { Language } from '@/lib/language';
import styles from './clients.module.css';

const quoteCount = 3;

export async function ClientVoices({ lang }: { lang: Language }) {
  const [cases, t] = await Promise.all([readWorkCases(lang), getTranslations()]);
  const voices = (cases ?? [])
    .flatMap((item) => (item.quote ? [{ item, quote: item.quote }] : []))
    .slice(0, quoteCount);
  if (voices.length === 0) return null;
  return (
    <Section>
      <Heading title={t('home.voices_title')} />
      <ul className={styles.voices}>
        {voices.map(({ item, quote }) => (
          <li key={quote.text}>
            <ClientQuote quote={quote} />
            <ArrowLink
              href={`/${lang}${casePath(item)}`}
              prefetch={false}
              aria-label={t('work.read_case_of', { title: quote.company })}
            >
              {t('work.read_case')}
            </ArrowLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ClientQuoteProps {
  quote: NonNullable<WorkCase['quote']>;
  large?: boolean;
}

export function ClientQuote({ quote: { text, name, role, company }, large }: ClientQuoteProps) {
  return (
    <figure className={classNames(styles.quote, large && styles.large)}>
      <blockquote className={styles.text}>
        <p>{text}</p>
      </blockquote>
      <figcaption className={styles.person}>
        <b>{name}</b>
        <span>{role}</span>
        <span>{company}</span>
      </figcaption>
    </figure>
  );
}

export async function ClientStrip({ lang }: { lang: Language }) {
  const [clients, t] = await Promise.all([readWorkClients(lang), getTranslations('home')]);
  if (!clients?.length) return null;
  return (
    <section className={styles.strip} aria-labelledby="clients">
      <div className={styles.inner}>
        <h2 id="clients" className={styles.title}>
          {t('clients_title')}
        </h2>
        <ul className={styles.clients}>
          {clients.map(({ name, mark }) => (
            <li key={name} className={styles.client}>
              <span className={styles.mark} style={{ '--mark': `url("${mark}")` } as CSSProperties} />
              {name}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

import { getTranslations } from 'next-intl/server';
import type { CSSProperties } from 'react';
import { readWorkClients } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import styles from './client-strip.module.css';

/** Names and marks of clients (N3); nothing without their file. */
export async function ClientStrip({ lang }: { lang: Language }) {
  const [clients, t] = await Promise.all([readWorkClients(lang), getTranslations('home')]);
  if (!clients?.length) return null;
  return (
    <section className={styles.strip} aria-labelledby="clients">
      <div className={styles.inner}>
        <h2 id="clients" className={styles.title}>{t('clients_title')}</h2>
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

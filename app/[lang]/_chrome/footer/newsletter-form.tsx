import { getTranslations } from 'next-intl/server';
import type { Language } from '@/lib/language';
import { Button } from '../../_ui/button';
import styles from './newsletter-form.module.css';

/** Row N9: sign-up for the newsletter, without scripts on every page; the answer is a page of its own. */
export async function NewsletterForm({ lang }: { lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'newsletter' });
  return (
    <div className={styles.section}>
      <div className={styles.text}>
        <h2>{t('title')}</h2>
        <p id="footer-newsletter-consent">{t('consent')}</p>
      </div>
      <form method="post" action="/api/newsletter/subscribe" className={styles.form}>
        <label htmlFor="footer-newsletter-address">{t('address')}</label>
        <input
          id="footer-newsletter-address" className={styles.field} type="email" name="email" inputMode="email" autoComplete="email" required maxLength={254} dir="ltr" placeholder="name@example.com"
          aria-describedby="footer-newsletter-consent"
        />
        <Button type="submit" variant="on-deep">{t('subscribe')}</Button>
      </form>
    </div>
  );
}

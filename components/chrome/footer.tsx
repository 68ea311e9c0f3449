import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { CookieSettings } from '@/components/cookie-consent/cookie-settings';
import { Button } from '@/components/ui/button';
import { cairoDayOf, now } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { isEnabled, keepEnabled } from '@/lib/content/enabled-features';
import { readFooter, readSiteConfig, readSocialLinks } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import { SocialLinks } from './contact-links';
import styles from './footer.module.css';

export async function Footer({ lang }: { lang: Language }) {
  const [footer, site, social, t] = await Promise.all([
    readFooter(),
    readSiteConfig(),
    readSocialLinks(),
    getTranslations(),
  ]);
  if (!footer) return null;
  const name = site?.productNames[lang] ?? '';
  const columns = await Promise.all(
    (footer.columns ?? []).map(async (column) => ({
      ...column,
      tabs: await keepEnabled(column.tabs, ({ route }) => route),
    })),
  );
  return (
    <footer className={styles.footer}>
      {footer.witharc && <Wave />}
      <div className={styles.band}>
        {footer.imageSrc && (
          <img
            className={styles.image}
            src={footer.imageSrc}
            alt=""
            width={1440}
            height={240}
            loading="lazy"
            decoding="async"
          />
        )}
        <div className={styles.inner}>
          {(await isEnabled('newsletter')) && <NewsletterForm lang={lang} />}
          <div className={styles.about}>
            <Link href={`/${lang}/home`} className={styles.logo}>
              <img src={footer.logo} alt="" width={40} height={40} loading="lazy" />
              {name}
            </Link>
            <p>{t('chrome.tagline')}</p>
            {social && (
              <SocialLinks
                links={social}
                label={t('chrome.social_links')}
                names={(link) => t(`chrome.social_${link.name}`)}
              />
            )}
          </div>
          {columns
            .filter(({ tabs }) => tabs.length > 0)
            .map((column, index) => (
              <nav key={column.name} aria-labelledby={`footer-column-${index}`}>
                <h2 id={`footer-column-${index}`} className={styles.title}>
                  {t(column.name)}
                </h2>
                <ul className={styles.links}>
                  {column.tabs.map(({ name: label, route }) => (
                    <li key={route}>
                      <Link href={`/${lang}${route}`} prefetch={false}>
                        {t(label)}
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          <p className={styles.copyright}>
            {t('chrome.copyright', { year: cairoDayOf(now()).slice(0, 4), name })}
            {config().analyticsId && <CookieSettings labels={cookieLabels(t)} />}
          </p>
        </div>
      </div>
    </footer>
  );
}

const cookieLabels = (t: (key: string) => string) => ({
  settings: t('chrome.consent_settings'),
  text: t('chrome.consent_text'),
  yes: t('chrome.consent_yes'),
  no: t('chrome.consent_no'),
  counted: t('chrome.consent_counted'),
  not_counted: t('chrome.consent_not_counted'),
  close: t('chrome.consent_close'),
});

async function NewsletterForm({ lang }: { lang: Language }) {
  const t = await getTranslations({ locale: lang, namespace: 'newsletter' });
  return (
    <div className={styles.newsletter}>
      <div className={styles.newsletterText}>
        <h2>{t('title')}</h2>
        <p id="footer-newsletter-consent">{t('consent')}</p>
      </div>
      <form method="post" action="/api/newsletter/subscribe" className={styles.newsletterForm}>
        <label htmlFor="footer-newsletter-address">{t('address')}</label>
        <input
          id="footer-newsletter-address"
          className={styles.newsletterField}
          type="email"
          name="email"
          inputMode="email"
          autoComplete="email"
          required
          maxLength={254}
          dir="ltr"
          placeholder="name@example.com"
          aria-describedby="footer-newsletter-consent"
        />
        <Button type="submit" variant="on-deep">
          {t('subscribe')}
        </Button>
      </form>
    </div>
  );
}

function Wave() {
  return (
    <svg className={styles.wave} width="100%" height="28" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="arcade" width="56" height="28" patternUnits="userSpaceOnUse">
          <path d="M0 28V22C14 20 25 12 28 0c3 12 14 20 28 22v6z" fill="currentColor" />
          <path className={styles.line} d="M0 22.5C14 20.5 25 12.5 28 1c3 11.5 14 19.5 28 21.5" fill="none" />
        </pattern>
      </defs>
      <rect width="100%" height="28" fill="url(#arcade)" />
    </svg>
  );
}

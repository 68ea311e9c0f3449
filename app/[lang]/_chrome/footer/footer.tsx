import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { config } from '@/lib/config/config';
import { isOn, onlyOpen } from '@/lib/content/capabilities';
import { readFooter, readSiteConfig, readSocialLinks } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import { cairoDayOf, now } from '@/lib/clock';
import styles from './footer.module.css';
import { NewsletterForm } from './newsletter-form';
import { SocialLinks } from '../contact/social-links';
import { CookieSettings } from '../visits/cookie-settings';
import { Wave } from './wave';

/** Row B5; left out without its content file (row B9). */
export async function Footer({ lang }: { lang: Language }) {
  const [footer, site, social, t] = await Promise.all([readFooter(), readSiteConfig(), readSocialLinks(), getTranslations()]);
  if (!footer) return null;
  const name = site?.productNames[lang] ?? '';
  const columns = await Promise.all((footer.columns ?? []).map(async (column) => ({ ...column, tabs: await onlyOpen(column.tabs, ({ route }) => route) })));
  return (
    <footer className={styles.footer}>
      {footer.witharc && <Wave />}
      <div className={styles.band}>
        {footer.imageSrc && <img className={styles.image} src={footer.imageSrc} alt="" width={1440} height={240} loading="lazy" decoding="async" />}
        <div className={styles.inner}>
          {(await isOn('newsletter')) && <NewsletterForm lang={lang} />}
          <div className={styles.about}>
            <Link href={`/${lang}/home`} className={styles.logo}>
              <img src={footer.logo} alt="" width={40} height={40} loading="lazy" />
              {name}
            </Link>
            <p>{t('chrome.tagline')}</p>
            {social && <SocialLinks links={social} label={t('chrome.social_links')} names={(link) => t(`chrome.social_${link.name}`)} />}
          </div>
          {columns.filter(({ tabs }) => tabs.length > 0).map((column, index) => (
            <nav key={column.name} aria-labelledby={`footer-column-${index}`}>
              <h2 id={`footer-column-${index}`} className={styles.title}>{t(column.name)}</h2>
              <ul className={styles.links}>
                {column.tabs.map(({ name: label, route }) => (
                  <li key={route}><Link href={`/${lang}${route}`} prefetch={false}>{t(label)}</Link></li>
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
  settings: t('chrome.consent_settings'), text: t('chrome.consent_text'), yes: t('chrome.consent_yes'), no: t('chrome.consent_no'),
  counted: t('chrome.consent_counted'), not_counted: t('chrome.consent_not_counted'), close: t('chrome.consent_close'),
});

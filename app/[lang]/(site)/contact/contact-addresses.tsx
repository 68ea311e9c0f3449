import { getTranslations } from 'next-intl/server';
import { readSiteConfig } from '@/lib/content/read';
import type { SocialLink } from '@/lib/content/schema';
import { BrandIcon } from '../../_chrome/contact/brand-icon';
import { SocialLinks } from '../../_chrome/contact/social-links';
import { whatsappNumber } from '../../_chrome/contact/whatsapp-button';
import { Icon } from '../../_ui/icon';
import { ExternalLink } from '../../_ui/navigation/text-link';
import styles from './contact-addresses.module.css';

/** Row C10: email, phone, address, WhatsApp, social links. */
export async function ContactAddresses({ links }: { links: readonly SocialLink[] }) {
  const [site, t, chrome] = await Promise.all([readSiteConfig(), getTranslations('contact'), getTranslations('chrome')]);
  const number = whatsappNumber(links);
  return (
    <section className={styles.addresses} aria-labelledby="reach-us">
      <h2 id="reach-us">{t('reach_us')}</h2>
      <address className={styles.list}>
        {site && <a href={`mailto:${site.company.email}`} target="_blank" rel="noopener"><Icon name="mail" /><bdi>{site.company.email}</bdi></a>}
        {site && <a href={`tel:${site.company.phone}`} target="_blank" rel="noopener"><Icon name="phone" /><bdi>{site.company.phone}</bdi></a>}
        <p><Icon name="pin" />{t('address')}</p>
      </address>
      {number && (
        <ExternalLink className={styles.whatsapp} href={`https://wa.me/${number}`}>
          <BrandIcon name="whatsapp" size={22} />
          {t('whatsapp_button')}
        </ExternalLink>
      )}
      <SocialLinks links={links} label={chrome('social_links')} names={(link) => chrome(`social_${link.name}`)} />
    </section>
  );
}

import { getTranslations } from 'next-intl/server';
import { BrandIcon, SocialLinks, whatsappNumber } from '@/components/chrome/contact-links';
import { Icon } from '@/components/ui/icon';
import { ExternalLink } from '@/components/ui/navigation/text-link';
import { readSiteConfig } from '@/lib/content/read';
import type { SocialLink } from '@/lib/content/schema';
import styles from './contact-addresses.module.css';

export async function ContactAddresses({ links }: { links: readonly SocialLink[] }) {
  const [site, t, chrome] = await Promise.all([
    readSiteConfig(),
    getTranslations('contact'),
    getTranslations('chrome'),
  ]);
  const number = whatsappNumber(links);
  return (
    <section className={styles.addresses} aria-labelledby="reach-us">
      <h2 id="reach-us">{t('reach_us')}</h2>
      <address className={styles.list}>
        {site && (
          <a href={`mailto:${site.company.email}`} target="_blank" rel="noopener">
            <Icon name="mail" />
            <bdi>{site.company.email}</bdi>
          </a>
        )}
        {site && (
          <a href={`tel:${site.company.phone}`} target="_blank" rel="noopener">
            <Icon name="phone" />
            <bdi>{site.company.phone}</bdi>
          </a>
        )}
        <p>
          <Icon name="pin" />
          {t('address')}
        </p>
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

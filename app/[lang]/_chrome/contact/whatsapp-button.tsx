import { getTranslations } from 'next-intl/server';
import { readSocialLinks } from '@/lib/content/read';
import { BrandIcon } from './brand-icon';
import { whatsappNumber } from './whatsapp-number';
import styles from './whatsapp-button.module.css';

/** Row B6: on every page. */
export async function WhatsappButton() {
  const [links, t] = await Promise.all([readSocialLinks(), getTranslations('chrome')]);
  const number = whatsappNumber(links ?? []);
  if (!number) return null;
  return (
    <aside aria-label={t('whatsapp_help')}>
      <a className={styles.button} href={`https://wa.me/${number}`} target="_blank" rel="noopener" aria-label={t('whatsapp')}>
        <BrandIcon name="whatsapp" size={28} />
      </a>
    </aside>
  );
}

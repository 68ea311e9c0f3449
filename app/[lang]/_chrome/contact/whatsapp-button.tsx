import { getTranslations } from 'next-intl/server';
import { readSocialLinks } from '@/lib/content/read';
import { BrandIcon } from './brand-icon';
import styles from './whatsapp-button.module.css';

/** What stands after the host of the WhatsApp link (row B6); null when there is none. */
export function whatsappNumber(links: ReadonlyArray<{ name: string; link: string }>): string | null {
  const link = links.find(({ name }) => name === 'whatsapp')?.link;
  if (!link || !URL.canParse(link)) return null;
  return new URL(link).pathname.replace(/\D/g, '') || null;
}

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

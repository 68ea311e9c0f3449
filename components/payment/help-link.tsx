import { getTranslations } from 'next-intl/server';
import { BrandIcon, whatsappNumber } from '@/components/chrome/contact-links';
import { ButtonLink } from '@/components/ui/button';
import { readSocialLinks } from '@/lib/content/read';
import type { Language } from '@/lib/language';

export async function HelpLink({ lang, message }: { lang: Language; message: string }) {
  const links = await readSocialLinks();
  const number = whatsappNumber(links ?? []);
  if (!number) return null;
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  return (
    <ButtonLink
      variant="secondary"
      prefetch={false}
      target="_blank"
      rel="noopener"
      href={`https://wa.me/${number}?text=${encodeURIComponent(message)}`}
    >
      <BrandIcon name="whatsapp" />
      {t('help')}
    </ButtonLink>
  );
}

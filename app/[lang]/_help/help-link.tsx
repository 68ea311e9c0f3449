import { getTranslations } from 'next-intl/server';
import { readSocialLinks } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import { ButtonLink } from '../_ui/button';

/** Row P9: WhatsApp, with what it is about already written. */
export async function HelpLink({ lang, message }: { lang: Language; message: string }) {
  const links = await readSocialLinks();
  const whatsapp = links?.find((link) => link.name === 'whatsapp')?.link;
  if (!whatsapp || !URL.canParse(whatsapp)) return null;
  const number = new URL(whatsapp).pathname.replace(/\D/g, '');
  const t = await getTranslations({ locale: lang, namespace: 'payment' });
  return (
    <ButtonLink variant="secondary" icon="phone" prefetch={false} target="_blank" rel="noopener" href={`https://wa.me/${number}?text=${encodeURIComponent(message)}`}>
      {t('help')}
    </ButtonLink>
  );
}

import { getTranslations } from 'next-intl/server';
import { Heading, Section } from '@/components/layout/section';
import { ButtonLink } from '@/components/ui/button';

interface ContactBandProps {
  lang: string;
  words: 'work' | 'site';
  about?: string;
}

export async function ContactBand({ lang, words, about }: ContactBandProps) {
  const t = await getTranslations(words);
  const askLabel = (
    <ButtonLink
      size="large"
      iconEnd="arrow"
      prefetch={false}
      href={`/${lang}/contact${about ? `?about=${about}` : ''}`}
    >
      {t('ask')}
    </ButtonLink>
  );
  return (
    <Section tone="deep">
      <Heading title={t('ask_title')} actions={askLabel}>
        {t('ask_text')}
      </Heading>
    </Section>
  );
}

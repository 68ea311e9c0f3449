import { getTranslations } from 'next-intl/server';
import { Section } from '@/components/layout/section';
import { ReloadLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';

export async function Unavailable({ lang }: { lang: string }) {
  const t = await getTranslations({ locale: lang, namespace: 'profile' });
  return (
    <Section>
      <EmptyState icon="alert" title={<h1>{t('unavailable_title')}</h1>} action={<ReloadLink>{t('retry')}</ReloadLink>}>
        {t('unavailable')}
      </EmptyState>
    </Section>
  );
}

import { getTranslations } from 'next-intl/server';
import { ReloadLink } from '../_ui/button';
import { EmptyState } from '../_ui/feedback/empty-state';
import { Section } from '../_ui/layout/section';

/** The page of row G5: nothing of what was asked for, a sentence, and a way to try again. */
export async function Unavailable({ lang }: { lang: string }) {
  const t = await getTranslations({ locale: lang, namespace: 'profile' });
  return (
    <Section>
      <EmptyState icon="wifi" title={<h1 style={{ fontSize: 'inherit' }}>{t('unavailable_title')}</h1>} action={<ReloadLink>{t('retry')}</ReloadLink>}>
        {t('unavailable')}
      </EmptyState>
    </Section>
  );
}

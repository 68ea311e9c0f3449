import { getTranslations } from 'next-intl/server';
import { EmptyState } from '../_ui/empty-state';
import { Section } from '../_ui/section';

/** The page of row G5: nothing of what was asked for, a sentence, and a way to try again. */
export async function Unavailable({ lang }: { lang: string }) {
  const t = await getTranslations({ locale: lang, namespace: 'profile' });
  return (
    <Section>
      <h1>{t('unavailable_title')}</h1>
      <EmptyState icon="wifi" title={t('unavailable')} action={<a href="">{t('retry')}</a>} />
    </Section>
  );
}

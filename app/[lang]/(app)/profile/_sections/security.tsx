import { getTranslations } from 'next-intl/server';
import { Heading } from '../../../_ui/section';
import type { SectionProps } from './section-props';

export async function Security({ state }: SectionProps) {
  const t = await getTranslations({ locale: state.lang, namespace: 'profile' });
  return <Heading level={1} title={t('security')} />;
}

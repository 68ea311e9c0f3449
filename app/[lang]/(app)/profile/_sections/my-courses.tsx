import { getTranslations } from 'next-intl/server';
import { EmptyState } from '../../../_ui/empty-state';
import { Heading } from '../../../_ui/section';
import type { SectionProps } from './section-props';

export async function MyCourses({ state }: SectionProps) {
  const t = await getTranslations({ locale: state.lang, namespace: 'profile' });
  return <EmptyState icon="book" title={<Heading level={1} title={t('my_courses')} />} />;
}

import { getTranslations } from 'next-intl/server';
import { isOn } from '@/lib/content/capabilities';
import { MyCoursesList } from '../../../_course/my-courses-list';
import { Heading } from '../../../_ui/layout/section';
import type { SectionProps } from './section-props';
import styles from './section.module.css';

export async function MyCourses({ actor, state }: SectionProps) {
  const t = await getTranslations({ locale: state.lang, namespace: 'profile' });
  const offline = await getTranslations({ locale: state.lang, namespace: 'offline' });
  return (
    <>
      <Heading level={1} title={t('my_courses')} />
      {await MyCoursesList({ actor, lang: state.lang })}
      {(await isOn('offline')) && <p className={styles.after}><a href={`/${state.lang}/offline`}>{offline('all')}</a></p>}
    </>
  );
}

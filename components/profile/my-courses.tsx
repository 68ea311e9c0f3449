import { getTranslations } from 'next-intl/server';
import { MyCoursesList } from '@/components/course/my-courses-list';
import { Heading } from '@/components/layout/section';
import { isEnabled } from '@/lib/content/enabled-features';
import type { ProfileSectionProps } from './profile-shell';
import styles from './section.module.css';

export async function MyCourses({ actor, state }: ProfileSectionProps) {
  const t = await getTranslations({ locale: state.lang, namespace: 'profile' });
  const offline = await getTranslations({ locale: state.lang, namespace: 'offline' });
  return (
    <>
      <Heading level={1} title={t('my_courses')} />
      {await MyCoursesList({ actor, lang: state.lang })}
      {(await isEnabled('offline')) && (
        <p className={styles.after}>
          <a href={`/${state.lang}/offline`}>{offline('all')}</a>
        </p>
      )}
    </>
  );
}

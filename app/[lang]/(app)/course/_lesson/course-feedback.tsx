import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { Notice } from '../../../_ui/feedback/notice';
import styles from './course-feedback.module.css';
import { FeedbackForm } from './feedback-form';
import { formError } from '../_sections/form-error';
import type { CourseQuery } from './segments';
import { firstOf, savedFormOfPage } from '@/lib/api/saved-form';
import type { Actor } from '@/lib/actor';
import { config } from '@/lib/config/config';
import { isOn } from '@/lib/content/capabilities';
import type { Language } from '@/lib/language';

interface Props { actor: Actor; lang: Language; courseSlug: string; query: Pick<CourseQuery, 'sent' | 'error' | 'section'> }

/** Row L5: `{video}` = `feedback`. */
export async function CourseFeedback({ actor, lang, courseSlug, query }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'feedback' });
  const levelTest = await getTranslations({ locale: lang, namespace: 'level_test' });
  const refused = query.section === 'certificate' ? null : await formError(query.error, lang);
  const saved = refused ? await savedFormOfPage() : null;
  const { feedbackFormUrl } = config();
  const labels = {
    rating: { legend: t('rating'), cancel: t('rating_cancel'), stars: t.raw('rating_stars') as string },
    level: t('level'), levels: [t('level_beginner'), t('level_middle'), t('level_advanced')], choose: t('level_choose'),
    helped: t('helped'), improve: t('improve'), submit: t('submit'), busy: t('busy'), sent: t('sent'), failed: t('failed'),
  };
  return (
    <section className={styles.feedback}>
      <h1>{t('title')}</h1>
      <p>{t('intro')}</p>
      {(await isOn('levelTest')) && <p>{levelTest('catalogue')} <Link href={`/${lang}/level-test`}>{levelTest('catalogue_link')}</Link></p>}
      {query.sent && <Notice tone="success" alert>{t('sent')}</Notice>}
      {refused && <Notice tone="danger" alert>{refused.text}</Notice>}
      {feedbackFormUrl && <iframe className={styles.frame} src={feedbackFormUrl} title={t('title')} loading="lazy" />}
      <FeedbackForm action={`/api/user/${encodeURIComponent(actor.userId)}/feedback/${encodeURIComponent(courseSlug)}`} labels={labels} typed={saved?.fields ?? {}} refused={firstOf(saved?.errors ?? {})} />
    </section>
  );
}

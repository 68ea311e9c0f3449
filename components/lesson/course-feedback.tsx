import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { ClientMessages } from '@/components/messages/client-messages';
import { ErrorNotice, Notice } from '@/components/ui/feedback/notice';
import { firstErrors, readSavedFormOfPage } from '@/lib/api/form-posts';
import { config } from '@/lib/config/config';
import { isEnabled } from '@/lib/content/enabled-features';
import type { Language } from '@/lib/language';
import type { Actor } from '@/lib/permissions';
import { FeedbackForm } from './feedback-form';
import { type CourseQuery, readFormError } from './page-segments';
import styles from './course-feedback.module.css';

interface Props {
  actor: Actor;
  lang: Language;
  courseSlug: string;
  query: Pick<CourseQuery, 'sent' | 'error' | 'section'>;
}

export async function CourseFeedback({ actor, lang, courseSlug, query }: Props) {
  const t = await getTranslations({ locale: lang, namespace: 'feedback' });
  const levelTest = await getTranslations({ locale: lang, namespace: 'level_test' });
  const error = query.section === 'certificate' ? null : await readFormError(query.error, lang);
  const saved = error ? await readSavedFormOfPage() : null;
  const { feedbackFormUrl } = config();
  return (
    <section className={styles.feedback}>
      <h1>{t('title')}</h1>
      <p>{t('intro')}</p>
      {(await isEnabled('levelTest')) && (
        <p>
          {levelTest('catalogue')} <Link href={`/${lang}/level-test`}>{levelTest('catalogue_link')}</Link>
        </p>
      )}
      {query.sent && (
        <Notice tone="success" alert>
          {t('sent')}
        </Notice>
      )}
      <ErrorNotice>{error?.text}</ErrorNotice>
      {feedbackFormUrl && <iframe className={styles.frame} src={feedbackFormUrl} title={t('title')} loading="lazy" />}
      <ClientMessages lang={lang} namespaces={['feedback']}>
        <FeedbackForm
          action={`/api/user/${encodeURIComponent(actor.userId)}/feedback/${encodeURIComponent(courseSlug)}`}
          typed={saved?.fields ?? {}}
          errors={firstErrors(saved?.errors ?? {})}
        />
      </ClientMessages>
    </section>
  );
}

import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { titleWith } from '@/components/account/form-state';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { ContactAddresses } from '@/components/contact/contact-addresses';
import { ContactForm } from '@/components/contact/contact-form';
import { contactLabels } from '@/components/contact/contact-labels';
import { PageHead } from '@/components/seo/page-head';
import { Notice } from '@/components/ui/feedback/notice';
import { firstErrors, readSavedFormOfPage, textFieldsOf } from '@/lib/api/form-posts';
import { findEnquirySubject } from '@/lib/contact/receive-message';
import { readMetaData, readSocialLinks } from '@/lib/content/read';
import { readLang } from '@/lib/language';
import styles from '@/components/contact/contact.module.css';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<{ error?: string; sent?: string; about?: string | string[] }>;
}

/** Rows C10, N3: `about` names the service or case that the visitor came from. */
export default async function ContactPage({ params, searchParams }: Props) {
  const lang = await readLang(params);
  const { error, sent, about: aboutParameter } = await searchParams;
  const about = typeof aboutParameter === 'string' ? aboutParameter : '';
  const [subject, metadata, links, t, validation, saved] = await Promise.all([
    findEnquirySubject(lang, about),
    readMetaData(lang, 'contact-page'),
    readSocialLinks(),
    getTranslations('contact'),
    getTranslations('validation'),
    error ? readSavedFormOfPage() : null,
  ]);
  const meta = metadata?.meta ?? { title: t('title'), description: t('meta_description') };
  return (
    <>
      <PageHead
        lang={lang}
        path="/contact"
        meta={error ? { ...meta, title: titleWith(t(failureKey(error)), meta.title ?? t('title')) } : meta}
        noindex={Boolean(error ?? sent)}
      />
      <PageHeading heading={{ first: t('title') }} fallback={t('title')} intro={metadata?.intro ?? t('intro')} />
      <div className={styles.columns}>
        <div className={styles.form}>
          {sent && (
            <Notice tone="success" alert title={t('sent_title')}>
              {t('sent_text')}
            </Notice>
          )}
          {error && (
            <Notice tone="danger" alert title={t('failed_title')}>
              {t(failureKey(error))}
            </Notice>
          )}
          {subject && (
            <p className={styles.about}>
              <span>{t('about')}</span>{' '}
              <Link href={`/${lang}${subject.path}`} prefetch={false}>
                {subject.title}
              </Link>
            </p>
          )}
          <ContactForm
            key={about}
            labels={contactLabels(t, validation, lang)}
            typed={saved && textFieldsOf(saved.fields)}
            errors={saved ? firstErrors(saved.errors) : {}}
            about={subject && about}
          />
        </div>
        <ContactAddresses links={links ?? []} />
      </div>
    </>
  );
}

const failureKey = (error: string) =>
  error === 'invalid' ? 'check_fields' : error === 'too-many-requests' ? 'too_many_text' : 'failed_text';

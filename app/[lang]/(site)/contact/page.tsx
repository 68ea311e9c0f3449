import { getTranslations } from 'next-intl/server';
import { readMetaData, readSocialLinks } from '@/lib/content/read';
import { langOf } from '@/lib/language';
import { ContactAddresses } from '../../_blocks/contact-addresses';
import { PageHeading } from '../../_blocks/page-heading';
import { keptValues } from '../../_forms/kept-values';
import { PageHead } from '../../_seo/page-head';
import { Notice } from '../../_ui/notice';
import { ContactForm } from './contact-form';
import styles from './contact.module.css';
import { contactWords } from './contact-words';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<{ error?: string; sent?: string }> }

/** Row C10. `error` and `sent` come back from the form when it was sent without JavaScript. */
export default async function ContactPage({ params, searchParams }: Props) {
  const lang = await langOf(params);
  const { error, sent } = await searchParams;
  const [metadata, links, words, validation, typed] = await Promise.all([
    readMetaData(lang, 'contact-page'), readSocialLinks(), getTranslations('contact'), getTranslations('validation'), keptValues(error),
  ]);
  return (
    <>
      <PageHead lang={lang} path="/contact" meta={metadata?.meta ?? { title: words('title'), description: words('meta_description') }} noindex={Boolean(error ?? sent)} />
      <PageHeading heading={{ first: words('title') }} fallback={words('title')} intro={metadata?.intro ?? words('intro')} />
      <div className={styles.columns}>
        <div className={styles.form}>
          {sent && <Notice tone="success" alert title={words('sent_title')}>{words('sent_text')}</Notice>}
          {error && <Notice tone="danger" alert title={words('failed_title')}>{words(failureKey(error))}</Notice>}
          <ContactForm words={contactWords(words, validation)} typed={typed} />
        </div>
        <ContactAddresses links={links ?? []} />
      </div>
    </>
  );
}

const failureKey = (error: string) => (error === 'invalid' ? 'check_fields' : error === 'too-many-requests' ? 'too_many_text' : 'failed_text');

import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { PageHead } from '@/components/seo/page-head';
import { Notice } from '@/components/ui/feedback/notice';
import { Prose } from '@/components/ui/text/prose';
import { readLegal, readMetaData } from '@/lib/content/read';
import { directionOf, internationalLanguage, type Language } from '@/lib/language';
import { renderPageHtml } from '@/lib/pictures/pictures';
import { MissingContent } from './missing-content';
import styles from './legal-page.module.css';

interface Props {
  lang: Language;
  name: 'policy' | 'refund-policy';
  metadataName: 'policy-page' | 'refund-page';
}

/** Rows C8, C9: the text exists only in English, so the English URL is canonical. */
export async function LegalPage({ lang, name, metadataName }: Props) {
  const [t, legal, metadata] = await Promise.all([
    getTranslations('site'),
    readLegal(name),
    readMetaData(lang, metadataName),
  ]);
  if (!legal) return <MissingContent lang={lang} path={`/${name}`} />;
  const sections = await Promise.all(
    legal.sections.map(async (section) => ({
      ...section,
      html: await renderPageHtml(section.html, internationalLanguage),
    })),
  );
  return (
    <>
      <PageHead
        lang={lang}
        path={`/${name}`}
        meta={metadata?.meta ?? { title: legal.title }}
        canonicalLang={internationalLanguage}
        inLanguages={[internationalLanguage]}
      />
      <article className={styles.page} lang={internationalLanguage} dir={directionOf(internationalLanguage)}>
        <header className={styles.head}>
          {lang !== internationalLanguage && (
            <div className={styles.note} lang={lang} dir={directionOf(lang)}>
              <Notice>
                {t.rich('english_only', { link: (words) => <Link href={`/${lang}/contact`}>{words}</Link> })}
              </Notice>
            </div>
          )}
          <h1>{legal.title}</h1>
          <p className={styles.effective}>Effective {legal.effective}</p>
          <p className={styles.intro}>{legal.intro}</p>
        </header>
        <nav className={styles.contents} aria-label="On this page">
          <ol>
            {legal.sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className={styles.sections}>
          {sections.map(({ id, title, html }) => (
            <section key={id} id={id}>
              <h2>{title}</h2>
              <Prose html={html} />
            </section>
          ))}
        </div>
      </article>
    </>
  );
}

import { getTranslations } from 'next-intl/server';
import { ContactBand } from '@/components/blocks/page/contact-band';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { CaseCard, CaseGrid } from '@/components/blocks/work/case-card';
import { ClientStrip } from '@/components/blocks/work/clients';
import { Section } from '@/components/layout/section';
import { ListData } from '@/components/seo/json-ld';
import { PageHead } from '@/components/seo/page-head';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { readMetaData, readWorkCases } from '@/lib/content/read';
import { casePath } from '@/lib/content/work';
import { readLang } from '@/lib/language';
import styles from './work.module.css';

export default async function WorkPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await readLang(params);
  const [cases, metadata, t] = await Promise.all([
    readWorkCases(lang),
    readMetaData(lang, 'work-page'),
    getTranslations(),
  ]);
  if (!cases) return <MissingContent lang={lang} path="/work" />;
  const [first, ...others] = cases;
  return (
    <>
      <PageHead lang={lang} path="/work" meta={metadata?.meta ?? { title: t('tab_work') }} />
      <PageHeading
        heading={metadata?.heading}
        fallback={metadata?.meta.title ?? t('tab_work')}
        intro={metadata?.intro}
      />
      <ListData items={cases.map((item) => ({ name: item.title, href: `/${lang}${casePath(item)}` }))} />
      <Section tight>
        {first ? (
          <div className={styles.cases}>
            <CaseCard wide item={first} lang={lang} level={2} />
            <CaseGrid cases={others} lang={lang} level={2} />
          </div>
        ) : (
          <EmptyState icon="picture-off" title={t('work.none')} />
        )}
      </Section>
      <ClientStrip lang={lang} />
      <ContactBand lang={lang} words="work" />
    </>
  );
}

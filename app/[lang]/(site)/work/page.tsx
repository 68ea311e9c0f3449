import { getTranslations } from 'next-intl/server';
import { readMetaData, readWorkCases } from '@/lib/content/read';
import { casePath } from '@/lib/content/work/work';
import { langOf } from '@/lib/language';
import { MissingContent } from '../../_blocks/page/missing-content';
import { PageHeading } from '../../_blocks/page/page-heading';
import { AskBand } from '../../_blocks/page/ask-band';
import { CaseCard } from '../../_blocks/work/case-card';
import { CaseGrid } from '../../_blocks/work/case-grid';
import { ClientStrip } from '../../_blocks/work/client-strip';
import { ListData } from '../../_seo/json-ld';
import { PageHead } from '../../_seo/page-head';
import { EmptyState } from '../../_ui/feedback/empty-state';
import { Section } from '../../_ui/layout/section';
import styles from './work.module.css';

/** Row N3: the first case across the page, the others as a grid. */
export default async function WorkPage({ params }: { params: Promise<{ lang: string }> }) {
  const lang = await langOf(params);
  const [cases, metadata, t] = await Promise.all([readWorkCases(lang), readMetaData(lang, 'work-page'), getTranslations()]);
  if (!cases) return <MissingContent lang={lang} path="/work" />;
  const [first, ...others] = cases;
  return (
    <>
      <PageHead lang={lang} path="/work" meta={metadata?.meta ?? { title: t('tab_work') }} />
      <PageHeading heading={metadata?.heading} fallback={metadata?.meta.title ?? t('tab_work')} intro={metadata?.intro} />
      <ListData items={cases.map((item) => ({ name: item.title, href: `/${lang}${casePath(item)}` }))} />
      <Section tight>
        {first ? (
          <div className={styles.cases}>
            <CaseCard wide item={first} lang={lang} level={2} />
            <CaseGrid cases={others} lang={lang} level={2} />
          </div>
        ) : <EmptyState icon="image" title={t('work.none')} />}
      </Section>
      <ClientStrip lang={lang} />
      <AskBand lang={lang} words="work" />
    </>
  );
}

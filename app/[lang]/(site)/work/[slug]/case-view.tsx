import { getTranslations } from 'next-intl/server';
import type { WorkCase } from '@/lib/content/work/work-schema';
import { casePath, caseSlug, type ServiceLink } from '@/lib/content/work/work';
import type { Language } from '@/lib/language';
import { pageHtml } from '@/lib/media/picture-html';
import { AskBand } from '../../../_blocks/page/ask-band';
import { casePicture } from '../../../_blocks/work/case-card';
import { CaseGrid } from '../../../_blocks/work/case-grid';
import { ClientQuote } from '../../../_blocks/work/client-quote';
import { Results } from '../../../_blocks/work/results';
import { BreadcrumbData } from '../../../_seo/json-ld';
import { PageHead } from '../../../_seo/page-head';
import { WorkData } from '../../../_seo/work-data';
import { ContentPicture } from '../../../_ui/layout/content-picture';
import { Heading, Section } from '../../../_ui/layout/section';
import { Breadcrumbs } from '../../../_ui/navigation/breadcrumbs';
import { CaseBody } from './case-body';
import styles from './case.module.css';

interface Props { item: WorkCase; others: readonly WorkCase[]; services: readonly ServiceLink[]; lang: Language }

const shownOthers = 2;

export async function CaseView({ item, others, services, lang }: Props) {
  const t = await getTranslations();
  const path = casePath(item);
  const crumbs = [{ label: t('tab_work'), href: `/${lang}/work` }, { label: item.client }];
  return (
    <>
      <article>
        <PageHead lang={lang} path={path} meta={{ 'og:type': 'article', ...item.meta }} />
        <BreadcrumbData crumbs={crumbs} path={`/${lang}${path}`} />
        <WorkData item={item} lang={lang} path={path} />
        <header className={styles.head}>
          <Breadcrumbs label={t('chrome.breadcrumbs')} crumbs={crumbs} />
          <h1>{item.title}</h1>
          <p className={styles.summary}>{item.summary}</p>
        </header>
        <div className={styles.cover}>
          <ContentPicture first name={casePicture(item)} picture={item.picture} className={styles.picture} sizes="(max-width: 75rem) 100vw, 75rem" />
        </div>
        <section className={styles.results} aria-labelledby="results">
          <h2 id="results">{t('work.results')}</h2>
          <Results results={item.results} />
        </section>
        <CaseBody item={item} services={services} lang={lang} task={await pageHtml(item.task, lang)} done={await pageHtml(item.done, lang)} />
        {item.quote && <Section tone="sand"><ClientQuote quote={item.quote} large /></Section>}
      </article>
      <AskBand lang={lang} words="work" about={`work/${encodeURIComponent(caseSlug(item))}`} />
      {others.length > 0 && (
        <Section>
          <Heading title={t('work.others')} />
          <CaseGrid cases={others.slice(0, shownOthers)} lang={lang} level={3} />
        </Section>
      )}
    </>
  );
}

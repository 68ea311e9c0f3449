import { getTranslations } from 'next-intl/server';
import { ContactBand } from '@/components/blocks/page/contact-band';
import { Card } from '@/components/layout/card';
import { ContentPicture } from '@/components/layout/picture';
import { Heading, Section } from '@/components/layout/section';
import { BreadcrumbData, WorkData } from '@/components/seo/json-ld';
import { PageHead } from '@/components/seo/page-head';
import { ButtonLink } from '@/components/ui/button';
import { Breadcrumbs } from '@/components/ui/navigation/breadcrumbs';
import { ArrowLink } from '@/components/ui/navigation/text-link';
import { Prose } from '@/components/ui/text/prose';
import type { WorkCase } from '@/lib/content/schema';
import { casePath, caseSlug, type ServiceLink } from '@/lib/content/work';
import type { Language } from '@/lib/language';
import { renderPageHtml } from '@/lib/pictures/pictures';
import { CaseGrid, casePicture, Results } from './case-card';
import { ClientQuote } from './clients';
import styles from './case.module.css';

interface Props {
  item: WorkCase;
  others: readonly WorkCase[];
  services: readonly ServiceLink[];
  lang: Language;
}

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
          <ContentPicture
            first
            transitionName={casePicture(item)}
            picture={item.picture}
            className={styles.picture}
            sizes="(max-width: 75rem) 100vw, 75rem"
          />
        </div>
        <section className={styles.results} aria-labelledby="results">
          <h2 id="results">{t('work.results')}</h2>
          <Results results={item.results} />
        </section>
        <CaseBody
          item={item}
          services={services}
          lang={lang}
          task={await renderPageHtml(item.task, lang)}
          done={await renderPageHtml(item.done, lang)}
        />
        {item.quote && (
          <Section tone="sand">
            <ClientQuote quote={item.quote} large />
          </Section>
        )}
      </article>
      <ContactBand lang={lang} words="work" about={`work/${encodeURIComponent(caseSlug(item))}`} />
      {others.length > 0 && (
        <Section>
          <Heading title={t('work.others')} />
          <CaseGrid cases={others.slice(0, shownOthers)} lang={lang} level={3} />
        </Section>
      )}
    </>
  );
}

interface CaseBodyProps {
  item: WorkCase;
  services: readonly ServiceLink[];
  lang: string;
  task: string;
  done: string;
}

async function CaseBody({ item, services, lang, task, done }: CaseBodyProps) {
  const t = await getTranslations('work');
  return (
    <div className={styles.body}>
      <div className={styles.story}>
        <h2>{t('task')}</h2>
        <Prose html={task} />
        {item.screens.map(({ picture, caption }) => (
          <figure key={picture.src} className={styles.screen}>
            <ContentPicture picture={picture} className={styles.picture} sizes="(max-width: 56rem) 100vw, 50rem" />
            <figcaption>{caption}</figcaption>
          </figure>
        ))}
        <h2>{t('done')}</h2>
        <Prose html={done} />
      </div>
      <Card className={styles.side}>
        <dl className={styles.facts}>
          <div>
            <dt>{t('client')}</dt>
            <dd>{item.client}</dd>
          </div>
          <div>
            <dt>{t('sector')}</dt>
            <dd>{item.sector}</dd>
          </div>
          <div>
            <dt>{t('year')}</dt>
            <dd>{item.year}</dd>
          </div>
        </dl>
        {services.length > 0 && (
          <div>
            <h2 className={styles.label}>{t('services')}</h2>
            <ul className={styles.services}>
              {services.map((service) => (
                <li key={service.slug}>
                  <ArrowLink href={`/${lang}${service.path}`} prefetch={false}>
                    {service.title}
                  </ArrowLink>
                </li>
              ))}
            </ul>
          </div>
        )}
        <ButtonLink wide prefetch={false} href={`/${lang}/contact?about=work/${encodeURIComponent(caseSlug(item))}`}>
          {t('ask')}
        </ButtonLink>
      </Card>
    </div>
  );
}

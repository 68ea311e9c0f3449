import { getTranslations } from 'next-intl/server';
import { ContentPicture } from '@/components/layout/picture';
import { ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { CoveringLink } from '@/components/ui/navigation/covering-link';
import { readWorkCases } from '@/lib/content/read';
import type { WorkCase } from '@/lib/content/schema';
import { casePath, caseSlug } from '@/lib/content/work';
import type { Language } from '@/lib/language';
import styles from './case-card.module.css';
import featuredCaseStyles from './featured-case.module.css';

export const casePicture = (item: WorkCase): string => `work-${caseSlug(item)}`;

interface Props {
  item: WorkCase;
  lang: string;
  wide?: boolean;
  level: 2 | 3;
}

export function CaseCard({ item, lang, wide, level }: Props) {
  const Title = level === 2 ? 'h2' : 'h3';
  return (
    <article className={classNames(styles.card, wide && styles.wide)}>
      <ContentPicture
        transitionName={casePicture(item)}
        picture={item.picture}
        className={styles.picture}
        first={Boolean(wide)}
        sizes={wide ? '(max-width: 75rem) 100vw, 75rem' : '(max-width: 48rem) 100vw, 37rem'}
      />
      <div className={styles.text}>
        <div className={styles.words}>
          <p className={styles.client}>
            <b>{item.client}</b> {item.sector}
          </p>
          <Title className={styles.title}>
            <CoveringLink href={`/${lang}${casePath(item)}`}>{item.title}</CoveringLink>
          </Title>
          <p className={styles.summary}>{item.summary}</p>
        </div>
        <Results results={wide ? item.results : item.results.slice(0, 2)} small={!wide} />
      </div>
    </article>
  );
}

export async function FeaturedCase({ lang }: { lang: Language }) {
  const [cases, t] = await Promise.all([readWorkCases(lang), getTranslations()]);
  const [item] = cases ?? [];
  if (!item) return null;
  return (
    <section className={featuredCaseStyles.band} aria-labelledby="featured-case">
      <div className={featuredCaseStyles.text}>
        <p className={featuredCaseStyles.eyebrow}>{t('home.work_title')}</p>
        <h2 id="featured-case">{item.title}</h2>
        <p className={featuredCaseStyles.client}>
          {item.client} · {item.sector}
        </p>
        <p className={featuredCaseStyles.summary}>{item.summary}</p>
        <Results results={item.results.slice(0, 2)} />
        <div className={featuredCaseStyles.actions}>
          <ButtonLink
            href={`/${lang}${casePath(item)}`}
            prefetch={false}
            iconEnd="arrow"
            aria-label={t('work.read_case_of', { title: item.title })}
          >
            {t('work.read_case')}
          </ButtonLink>
          <ButtonLink href={`/${lang}/work`} variant="on-deep">
            {t('home.work_all')}
          </ButtonLink>
        </div>
      </div>
      <ContentPicture
        transitionName={casePicture(item)}
        picture={item.picture}
        frameClass={featuredCaseStyles.frame}
        className={featuredCaseStyles.picture}
        sizes="(max-width: 60rem) 100vw, 56vw"
      />
    </section>
  );
}

export function Results({ results, small }: { results: WorkCase['results']; small?: boolean }) {
  return (
    <dl className={classNames(styles.results, small && styles.small)}>
      {results.map(({ value, label }) => (
        <div key={label} className={styles.result}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function CaseGrid({ cases, lang, level }: { cases: readonly WorkCase[]; lang: string; level: 2 | 3 }) {
  return (
    <ul className={styles.grid}>
      {cases.map((item) => (
        <li key={item.title}>
          <CaseCard item={item} lang={lang} level={level} />
        </li>
      ))}
    </ul>
  );
}

import { getTranslations } from 'next-intl/server';
import { readWorkCases } from '@/lib/content/read';
import { casePath } from '@/lib/content/work/work';
import type { Language } from '@/lib/language';
import { ButtonLink } from '../../_ui/button';
import { ContentPicture } from '../../_ui/layout/content-picture';
import { casePicture } from './case-card';
import styles from './featured-case.module.css';
import { Results } from './results';

/** The first case across the whole width of the home page (N3). */
export async function FeaturedCase({ lang }: { lang: Language }) {
  const [cases, t] = await Promise.all([readWorkCases(lang), getTranslations()]);
  const [item] = cases ?? [];
  if (!item) return null;
  return (
    <section className={styles.band} aria-labelledby="featured-case">
      <div className={styles.text}>
        <p className={styles.eyebrow}>{t('home.work_title')}</p>
        <h2 id="featured-case">{item.title}</h2>
        <p className={styles.client}>{item.client} · {item.sector}</p>
        <p className={styles.summary}>{item.summary}</p>
        <Results results={item.results.slice(0, 2)} />
        <div className={styles.actions}>
          <ButtonLink href={`/${lang}${casePath(item)}`} prefetch={false} iconEnd="arrow" aria-label={t('work.read_case_of', { title: item.title })}>{t('work.read_case')}</ButtonLink>
          <ButtonLink href={`/${lang}/work`} variant="on-deep">{t('home.work_all')}</ButtonLink>
        </div>
      </div>
      <ContentPicture name={casePicture(item)} picture={item.picture} frameClass={styles.frame} className={styles.picture} sizes="(max-width: 60rem) 100vw, 56vw" />
    </section>
  );
}

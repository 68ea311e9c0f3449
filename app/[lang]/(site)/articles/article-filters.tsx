import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { Category } from '@/lib/blog/counts';
import { Button } from '../../_ui/button';
import { Icon } from '../../_ui/icon';
import styles from './articles.module.css';

export interface ArticleQuery { category?: string | undefined; q?: string | undefined; page?: number | undefined }

/** The list's address with what was asked for; the first page has no number. */
export function articlesAddress(lang: string, { category, q, page = 1 }: ArticleQuery): string {
  const search = new URLSearchParams();
  if (category) search.set('category', category);
  if (q) search.set('q', q);
  if (page > 1) search.set('page', String(page));
  return `/${lang}/articles${search.size > 0 ? `?${search}` : ''}`;
}

interface Props { lang: string; categories: readonly Category[]; asked: ArticleQuery }

/** A plain form and plain links: they work without JavaScript. */
export async function ArticleFilters({ lang, categories, asked }: Props) {
  const t = await getTranslations('articles');
  return (
    <div className={styles.filters}>
      <form role="search" method="get" action={`/${lang}/articles`} className={styles.search}>
        <label className={styles.searchField}>
          <Icon name="search" />
          <input type="search" name="q" defaultValue={asked.q} aria-label={t('search_label')} placeholder={t('search_label')} maxLength={200} />
        </label>
        <Button type="submit" variant="secondary">{t('search_submit')}</Button>
      </form>
      <nav aria-label={t('topics_label')}>
        <ul className={styles.topics}>
          <Topic href={articlesAddress(lang, {})} label={t('all_categories')} current={!asked.category} />
          {categories.map(({ key, label }) => (
            <Topic key={key} href={articlesAddress(lang, { category: key })} label={label} current={asked.category === key || asked.category === label} />
          ))}
        </ul>
      </nav>
    </div>
  );
}

const Topic = ({ href, label, current }: { href: string; label: string; current: boolean }) => (
  <li><Link href={href} prefetch={false} aria-current={current ? 'true' : undefined}>{label}</Link></li>
);

import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { topicsNamed, type Category } from '@/lib/blog/counts';
import { SearchForm } from '../../_ui/form/search-form';
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
  const chosen = asked.category ? topicsNamed(categories, asked.category) : [];
  return (
    <div className={styles.filters}>
      <SearchForm action={`/${lang}/articles`} label={t('search_label')} submit={t('search_submit')} q={asked.q} />
      <nav aria-label={t('topics_label')}>
        <ul className={styles.topics}>
          <Topic href={articlesAddress(lang, {})} label={t('all_categories')} current={!asked.category} />
          {categories.map((topic) => <Topic key={topic.key} href={articlesAddress(lang, { category: topic.key })} label={topic.label} current={chosen.includes(topic)} />)}
        </ul>
      </nav>
    </div>
  );
}

const Topic = ({ href, label, current }: { href: string; label: string; current: boolean }) => (
  <li><Link href={href} prefetch={false} aria-current={current ? 'true' : undefined}>{label}</Link></li>
);

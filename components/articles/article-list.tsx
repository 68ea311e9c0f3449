import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import { SearchForm } from '@/components/form/search-form';
import { ListData } from '@/components/seo/json-ld';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Pagination } from '@/components/ui/navigation/pagination';
import { bdi } from '@/components/ui/text/bdi';
import { type ArticlePage, type Category, findCategoriesByName } from '@/lib/articles/articles';
import { ArticleRow } from './article-row';
import styles from './articles.module.css';

interface Props {
  lang: string;
  page: ArticlePage;
  query: ArticleQuery;
}

export async function ArticleList({ lang, page, query }: Props) {
  const [t, translate] = await Promise.all([getTranslations('articles'), getTranslations()]);
  if (page.articles.length === 0) {
    const searched = Boolean(query.q ?? query.category);
    return (
      <EmptyState
        icon="search"
        title={translate('no_articles_found')}
        action={
          (searched || page.page > 1) && (
            <ButtonLink variant="secondary" href={`/${lang}/articles`}>
              {t('clear_search')}
            </ButtonLink>
          )
        }
      >
        {query.q && <p>{t.rich('no_results', { q: query.q, bdi })}</p>}
        <p>{t(searched ? 'no_results_text' : page.page > 1 ? 'no_page_text' : 'empty_text')}</p>
      </EmptyState>
    );
  }
  const pages = Math.ceil(page.total / page.pageSize);
  return (
    <>
      <ListData
        items={page.articles.map(({ title, blogId }) => ({
          name: title,
          href: `/${lang}/articles/${encodeURIComponent(blogId)}`,
        }))}
      />
      <ol className={styles.rows}>
        {page.articles.map((article, index) => (
          <ArticleRow
            key={article.blogId}
            article={article}
            lang={lang}
            reversed={index % 2 === 1}
            first={index === 0}
          />
        ))}
      </ol>
      <Pagination
        label={t('pages_label')}
        position={t('page_position', { page: page.page, pages })}
        previous={
          page.page > 1 ? { href: articlesUrl(lang, { ...query, page: page.page - 1 }), label: t('newer') } : undefined
        }
        next={
          page.page < pages
            ? { href: articlesUrl(lang, { ...query, page: page.page + 1 }), label: t('older') }
            : undefined
        }
      />
    </>
  );
}

interface ArticleQuery {
  category?: string | undefined;
  q?: string | undefined;
  page?: number | undefined;
}

export function articlesUrl(lang: string, { category, q, page = 1 }: ArticleQuery): string {
  const search = new URLSearchParams();
  if (category) search.set('category', category);
  if (q) search.set('q', q);
  if (page > 1) search.set('page', String(page));
  return `/${lang}/articles${search.size > 0 ? `?${search}` : ''}`;
}

interface ArticleFiltersProps {
  lang: string;
  categories: readonly Category[];
  query: ArticleQuery;
}

export async function ArticleFilters({ lang, categories, query }: ArticleFiltersProps) {
  const t = await getTranslations('articles');
  const chosen = query.category ? findCategoriesByName(categories, query.category) : [];
  return (
    <div className={styles.filters}>
      <SearchForm action={`/${lang}/articles`} label={t('search_label')} submit={t('search_submit')} q={query.q} />
      <nav aria-label={t('topics_label')}>
        <ul className={styles.topics}>
          <Topic href={articlesUrl(lang, {})} label={t('all_categories')} current={!query.category} />
          {categories.map((topic) => (
            <Topic
              key={topic.key}
              href={articlesUrl(lang, { category: topic.key })}
              label={topic.label}
              current={chosen.includes(topic)}
            />
          ))}
        </ul>
      </nav>
    </div>
  );
}

const Topic = ({ href, label, current }: { href: string; label: string; current: boolean }) => (
  <li>
    <Link href={href} prefetch={false} aria-current={current ? 'true' : undefined}>
      {label}
    </Link>
  </li>
);

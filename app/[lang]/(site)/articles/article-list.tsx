import { getTranslations } from 'next-intl/server';
import type { ArticlePage } from '@/lib/blog/list-articles';
import { ListData } from '../../_seo/json-ld';
import { ButtonLink } from '../../_ui/button';
import { EmptyState } from '../../_ui/feedback/empty-state';
import { Pagination } from '../../_ui/navigation/pagination';
import { articlesAddress, type ArticleQuery } from './article-filters';
import { ArticleRow } from './article-row';
import styles from './articles.module.css';

interface Props { lang: string; page: ArticlePage; asked: ArticleQuery }

export async function ArticleList({ lang, page, asked }: Props) {
  const [t, keys] = await Promise.all([getTranslations('articles'), getTranslations()]);
  if (page.articles.length === 0) {
    const searched = Boolean(asked.q ?? asked.category);
    return (
      <EmptyState icon="search" title={keys('no_articles_found')} action={(searched || page.page > 1) && <ButtonLink variant="secondary" href={`/${lang}/articles`}>{t('clear_search')}</ButtonLink>}>
        {asked.q && <p>{t.rich('no_results', { q: asked.q, bdi: (text) => <bdi>{text}</bdi> })}</p>}
        <p>{t(searched ? 'no_results_text' : page.page > 1 ? 'no_page_text' : 'empty_text')}</p>
      </EmptyState>
    );
  }
  const pages = Math.ceil(page.total / page.pageSize);
  return (
    <>
      <ListData items={page.articles.map(({ title, blogId }) => ({ name: title, href: `/${lang}/articles/${encodeURIComponent(blogId)}` }))} />
      <ol className={styles.rows}>
        {page.articles.map((article, index) => <ArticleRow key={article.blogId} article={article} lang={lang} reversed={index % 2 === 1} first={index === 0} />)}
      </ol>
      <Pagination
        label={t('pages_label')}
        position={t('page_position', { page: page.page, pages })}
        previous={page.page > 1 ? { href: articlesAddress(lang, { ...asked, page: page.page - 1 }), label: t('newer') } : undefined}
        next={page.page < pages ? { href: articlesAddress(lang, { ...asked, page: page.page + 1 }), label: t('older') } : undefined}
      />
    </>
  );
}

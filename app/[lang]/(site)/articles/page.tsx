import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { ArticleFilters, ArticleList } from '@/components/articles/article-list';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { Section } from '@/components/layout/section';
import { absoluteUrl, PageHead } from '@/components/seo/page-head';
import { ReloadLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { blogQuerySchema, listArticles, listCategories } from '@/lib/articles/articles';
import { setPageStatus, tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { readMetaData } from '@/lib/content/read';
import { type Language, readLang } from '@/lib/language';
import { log } from '@/lib/log';

const pageSize = 10;
const querySchema = z.object({
  category: blogQuerySchema.shape.category.catch(undefined),
  q: blogQuerySchema.shape.q.catch(undefined),
  page: blogQuerySchema.shape.page.catch(1),
});
interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ArticlesPage({ params, searchParams }: Props) {
  const lang = await readLang(params);
  const query = querySchema.parse(await searchParams);
  tagPage('articles');
  const [metadata, t, translate, found] = await Promise.all([
    readMetaData(lang, 'articles-page'),
    getTranslations('articles'),
    getTranslations(),
    findArticles(lang, query),
  ]);
  const pages = found ? Math.ceil(found.page.total / pageSize) : 0;
  const isPastLastPage = query.page > 1 && (found === null || found.page.articles.length === 0);
  if (found && isPastLastPage) setPageStatus(404);
  const isIndexed = found !== null && !query.q && !query.category && !isPastLastPage;
  const meta = metadata?.meta ?? { title: t('title'), description: t('intro') };
  return (
    <>
      <PageHead
        lang={lang}
        path="/articles"
        query={query.page === 1 ? '' : `?page=${query.page}`}
        noindex={!isIndexed}
        meta={
          query.page === 1 || isPastLastPage
            ? meta
            : { ...meta, title: `${meta.title ?? t('title')} · ${t('page_position', { page: query.page, pages })}` }
        }
      />
      <FeedLink lang={lang} title={t('feed')} />
      <PageHeading heading={{ first: t('title') }} fallback={t('title')} intro={metadata?.intro ?? t('intro')} />
      <Section tight>
        {found ? (
          <>
            <ArticleFilters lang={lang} categories={found.categories} query={query} />
            <ArticleList lang={lang} page={found.page} query={query} />
          </>
        ) : (
          <Notice
            tone="danger"
            title={t('unavailable')}
            actions={<ReloadLink>{translate('chrome.retry')}</ReloadLink>}
          />
        )}
      </Section>
    </>
  );
}

const FeedLink = ({ lang, title }: { lang: string; title: string }) => (
  <link rel="alternate" type="application/rss+xml" title={title} href={absoluteUrl(`/${lang}/articles/feed.xml`)} />
);

async function findArticles(
  lang: Language,
  query: { category?: string | undefined; q?: string | undefined; page: number },
) {
  try {
    const time = now();
    const [page, categories] = await Promise.all([
      listArticles({ lang, ...query, pageSize, now: time }),
      listCategories(lang, time),
    ]);
    return { page, categories };
  } catch (error) {
    log.error({ err: error }, 'Articles could not be read');
    setPageStatus(503);
    return null;
  }
}

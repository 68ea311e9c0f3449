import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { listArticles, listCategories, blogQuerySchema } from '@/lib/articles/articles';
import { now } from '@/lib/clock';
import { readMetaData } from '@/lib/content/read';
import { setPageStatus, tagPage } from '@/lib/cache/page-context';
import { langOf, type Language } from '@/lib/language';
import { log } from '@/lib/log';
import { PageHeading } from '@/components/blocks/page/page-heading';
import { PageHead, absoluteUrl } from '@/components/seo/page-head';
import { ReloadLink } from '@/components/ui/button';
import { Notice } from '@/components/ui/feedback/notice';
import { Section } from '@/components/layout/section';
import { ArticleList, ArticleFilters } from '@/components/articles/article-list';

const pageSize = 10;
const query = z.object({
  category: blogQuerySchema.shape.category.catch(undefined),
  q: blogQuerySchema.shape.q.catch(undefined),
  page: blogQuerySchema.shape.page.catch(1),
});
interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function ArticlesPage({ params, searchParams }: Props) {
  const lang = await langOf(params);
  const asked = query.parse(await searchParams);
  tagPage('articles');
  const [metadata, t, keys, found] = await Promise.all([
    readMetaData(lang, 'articles-page'),
    getTranslations('articles'),
    getTranslations(),
    findArticles(lang, asked),
  ]);
  const pages = found ? Math.ceil(found.page.total / pageSize) : 0;
  // Respond 404 to a page number beyond the last page.
  const isBehind = asked.page > 1 && (found === null || found.page.articles.length === 0);
  if (found && isBehind) setPageStatus(404);
  const isIndexed = found !== null && !asked.q && !asked.category && !isBehind;
  const meta = metadata?.meta ?? { title: t('title'), description: t('intro') };
  return (
    <>
      <PageHead
        lang={lang}
        path="/articles"
        query={asked.page === 1 ? '' : `?page=${asked.page}`}
        noindex={!isIndexed}
        meta={
          asked.page === 1 || isBehind
            ? meta
            : { ...meta, title: `${meta.title ?? t('title')} · ${t('page_position', { page: asked.page, pages })}` }
        }
      />
      <FeedLink lang={lang} title={t('feed')} />
      <PageHeading heading={{ first: t('title') }} fallback={t('title')} intro={metadata?.intro ?? t('intro')} />
      <Section tight>
        {found ? (
          <>
            <ArticleFilters lang={lang} categories={found.categories} asked={asked} />
            <ArticleList lang={lang} page={found.page} asked={asked} />
          </>
        ) : (
          <Notice tone="danger" title={t('unavailable')} actions={<ReloadLink>{keys('chrome.retry')}</ReloadLink>} />
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
  asked: { category?: string | undefined; q?: string | undefined; page: number },
) {
  try {
    const time = now();
    const [page, categories] = await Promise.all([
      listArticles({ lang, ...asked, pageSize, now: time }),
      listCategories(lang, time),
    ]);
    return { page, categories };
  } catch (error) {
    log.error({ err: error }, 'articles could not be read');
    setPageStatus(503);
    return null;
  }
}

import { getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { listCategories } from '@/lib/blog/counts';
import { listArticles } from '@/lib/blog/list-articles';
import { blogQuerySchema } from '@/lib/blog/schema';
import { now } from '@/lib/clock';
import { readMetaData } from '@/lib/content/read';
import { setPageStatus, tagPage } from '@/lib/cache/page-context';
import { langOf, type Language } from '@/lib/language';
import { log } from '@/lib/log';
import { PageHeading } from '../../_blocks/page/page-heading';
import { PageHead } from '../../_seo/page-head';
import { absoluteUrl } from '../../_seo/site-address';
import { ReloadLink } from '../../_ui/button';
import { Notice } from '../../_ui/feedback/notice';
import { Section } from '../../_ui/layout/section';
import { ArticleFilters } from './article-filters';
import { ArticleList } from './article-list';

const pageSize = 10;
/** What cannot be read of an address asks for nothing; the rest of it holds. */
const query = z.object({
  category: blogQuerySchema.shape.category.catch(undefined),
  q: blogQuerySchema.shape.q.catch(undefined),
  page: blogQuerySchema.shape.page.catch(1),
});
interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Row C11: the first page is in the HTML; when reading fails, loading ends and nothing breaks (row C13). */
export default async function ArticlesPage({ params, searchParams }: Props) {
  const lang = await langOf(params);
  const asked = query.parse(await searchParams);
  tagPage('articles');
  const [metadata, t, keys, found] = await Promise.all([readMetaData(lang, 'articles-page'), getTranslations('articles'), getTranslations(), findArticles(lang, asked)]);
  const pages = found ? Math.ceil(found.page.total / pageSize) : 0;
  // A page behind the last one is no address of ours.
  const isBehind = asked.page > 1 && (found === null || found.page.articles.length === 0);
  if (found && isBehind) setPageStatus(404);
  const isIndexed = found !== null && !asked.q && !asked.category && !isBehind;
  const meta = metadata?.meta ?? { title: t('title'), description: t('intro') };
  return (
    <>
      <PageHead
        lang={lang} path="/articles" query={asked.page === 1 ? '' : `?page=${asked.page}`} noindex={!isIndexed}
        meta={asked.page === 1 || isBehind ? meta : { ...meta, title: `${meta.title ?? t('title')} · ${t('page_position', { page: asked.page, pages })}` }}
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

/** Where feed readers find the articles. */
const FeedLink = ({ lang, title }: { lang: string; title: string }) => (
  <link rel="alternate" type="application/rss+xml" title={title} href={absoluteUrl(`/${lang}/articles/feed.xml`)} />
);

async function findArticles(lang: Language, asked: { category?: string | undefined; q?: string | undefined; page: number }) {
  try {
    const time = now();
    const [page, categories] = await Promise.all([listArticles({ lang, ...asked, pageSize, now: time }), listCategories(lang, time)]);
    return { page, categories };
  } catch (error) {
    log.error({ err: error }, 'articles could not be read');
    setPageStatus(503);
    return null;
  }
}

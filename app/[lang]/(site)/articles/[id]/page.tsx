import { permanentRedirect } from 'next/navigation';
import { ArticleView, MissingArticle } from '@/components/articles/article-view';
import { MissingContent } from '@/components/blocks/page/missing-content';
import { findArticle, findMovedArticle, listArticleLanguages, listNewestArticles } from '@/lib/articles/articles';
import { previewContext, setPageStatus, tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import { type Language, readLang } from '@/lib/language';
import { log } from '@/lib/log';

const moreArticles = 3;

interface Props {
  params: Promise<{ lang: string; id: string }>;
}

export default async function ArticlePage({ params }: Props) {
  const lang = await readLang(params);
  const id = decodeURIComponent((await params).id);
  tagPage('articles', `article:${id}`);
  const found = await readArticle(id, lang);
  if (found === 'failed')
    return <MissingContent lang={lang} path={`/articles/${encodeURIComponent(id)}`} status={503} />;
  if (found.moved) permanentRedirect(`/${lang}/articles/${encodeURIComponent(found.moved)}`);
  if (found.article)
    return <ArticleView article={found.article} more={found.more} lang={lang} isPreview={previewContext() !== null} />;
  setPageStatus(404);
  return <MissingArticle lang={lang} id={id} inLanguages={found.inLanguages} />;
}

async function readArticle(id: string, lang: Language) {
  try {
    const article = await findArticle(id, lang, now());
    if (!article)
      return { article, moved: await findMovedArticle(id, now()), inLanguages: await listArticleLanguages(id, now()) };
    const newest = await listNewestArticles(lang, moreArticles + 1, now());
    return { article, more: newest.filter(({ blogId }) => blogId !== id).slice(0, moreArticles), moved: null };
  } catch (error) {
    log.error({ err: error, article: id }, 'An article could not be read');
    return 'failed';
  }
}

import { getTranslations } from 'next-intl/server';
import type { Article, ArticleSummary } from '@/lib/blog/schema';
import type { Language } from '@/lib/language';
import { withPictures } from '@/lib/media/picture-html';
import { withLessonPreviews } from '@/lib/video/playback/lesson-previews';
import { PersonCard } from '../../../_blocks/page/person-card';
import { BreadcrumbData } from '../../../_seo/json-ld';
import { PageHead } from '../../../_seo/page-head';
import { ArticleData } from '../../../_seo/article-data';
import { Breadcrumbs } from '../../../_ui/navigation/breadcrumbs';
import { Prose } from '../../../_ui/text/prose';
import { ArticleFacts } from '../article-facts';
import { ArticlePicture } from '../article-picture';
import styles from '../articles.module.css';
import { CountView } from './count-view';
import { MoreArticles } from './more-articles';

interface ViewProps { article: Article; /** Others to go on with. */ more: readonly ArticleSummary[]; lang: Language; /** Readers of a preview are not counted. */ isPreview: boolean }

export async function ArticleView({ article, more, lang, isPreview }: ViewProps) {
  const t = await getTranslations();
  const path = `/articles/${encodeURIComponent(article.blogId)}`;
  const crumbs = [{ label: t('articles.title'), href: `/${lang}/articles` }, { label: article.title }];
  return (
    <>
    <article className={styles.article}>
      <PageHead lang={lang} path={path} meta={{ title: article.title, description: article.description, 'og:type': 'article' }} inLanguages={article.languages} />
      <BreadcrumbData crumbs={crumbs} path={`/${lang}${path}`} />
      <ArticleData article={article} lang={lang} path={path} />
      <header className={styles.head}>
        <Breadcrumbs label={t('chrome.breadcrumbs')} crumbs={crumbs} />
        <h1>{article.title}</h1>
        <ArticleFacts article={article} />
      </header>
      <ArticlePicture src={article.imageUrl} id={article.blogId} first />
      <Prose html={await withLessonPreviews(await withPictures(article.htmlContent, lang), lang)} className={styles.prose} />
      {article.author && <PersonCard name={article.author} lang={lang} heading={t('articles.author')} className={styles.author} />}
      {!isPreview && <CountView id={article.blogId} />}
    </article>
    <MoreArticles articles={more} lang={lang} />
    </>
  );
}

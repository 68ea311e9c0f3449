import { getTranslations } from 'next-intl/server';
import { PersonCard } from '@/components/blocks/page/person-card';
import { PictureCard, PictureCards } from '@/components/layout/picture-card';
import { Heading, Section } from '@/components/layout/section';
import { ArticleData, BreadcrumbData } from '@/components/seo/json-ld';
import { PageHead } from '@/components/seo/page-head';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Breadcrumbs } from '@/components/ui/navigation/breadcrumbs';
import { LineLink } from '@/components/ui/navigation/text-link';
import { Prose } from '@/components/ui/text/prose';
import type { Article, ArticleSummary } from '@/lib/articles/articles';
import { type Language, languageName } from '@/lib/language';
import { replaceLessonPreviews } from '@/lib/lessons/playback/lesson-previews';
import { withPictures } from '@/lib/pictures/pictures';
import { ArticleFacts, ArticlePicture, truncatePreview } from './article-row';
import styles from './articles.module.css';

interface ArticleViewProps {
  article: Article;
  more: readonly ArticleSummary[];
  lang: Language;
  /** Previews do not count as views. */
  isPreview: boolean;
}

export async function ArticleView({ article, more, lang, isPreview }: ArticleViewProps) {
  const t = await getTranslations();
  const path = `/articles/${encodeURIComponent(article.blogId)}`;
  const crumbs = [{ label: t('articles.title'), href: `/${lang}/articles` }, { label: article.title }];
  return (
    <>
      <article className={styles.article}>
        <PageHead
          lang={lang}
          path={path}
          meta={{ title: article.title, description: article.description, 'og:type': 'article' }}
          inLanguages={article.languages}
        />
        <BreadcrumbData crumbs={crumbs} path={`/${lang}${path}`} />
        <ArticleData article={article} lang={lang} path={path} />
        <header className={styles.head}>
          <Breadcrumbs label={t('chrome.breadcrumbs')} crumbs={crumbs} />
          <h1>{article.title}</h1>
          <ArticleFacts article={article} />
        </header>
        <ArticlePicture src={article.imageUrl} id={article.blogId} first />
        <Prose
          html={await replaceLessonPreviews(await withPictures(article.htmlContent, lang), lang)}
          className={styles.prose}
        />
        {article.author && (
          <PersonCard name={article.author} lang={lang} heading={t('articles.author')} className={styles.author} />
        )}
        {!isPreview && (
          <span
            hidden
            data-counts-view={`/api/blog/${encodeURIComponent(article.blogId)}/view`}
            suppressHydrationWarning
          />
        )}
      </article>
      <MoreArticles articles={more} lang={lang} />
    </>
  );
}

async function MoreArticles({ articles, lang }: { articles: readonly ArticleSummary[]; lang: string }) {
  if (articles.length === 0) return null;
  const t = await getTranslations('articles');
  return (
    <Section tone="sand">
      <Heading title={t('read_on')} />
      <PictureCards>
        {articles.map(({ blogId, title, description, imageUrl }) => (
          <PictureCard
            key={blogId}
            level={3}
            href={`/${lang}/articles/${encodeURIComponent(blogId)}`}
            title={title}
            text={truncatePreview(description)}
            picture={<ArticlePicture src={imageUrl} id={blogId} />}
          />
        ))}
      </PictureCards>
    </Section>
  );
}

interface MissingArticleProps {
  lang: Language;
  id: string;
  inLanguages: readonly Language[];
}

export async function MissingArticle({ lang, id, inLanguages }: MissingArticleProps) {
  const [t, translate] = await Promise.all([getTranslations('articles'), getTranslations()]);
  return (
    <Section>
      <PageHead
        lang={lang}
        path={`/articles/${encodeURIComponent(id)}`}
        meta={{ title: translate('no_article_found') }}
        noindex
      />
      <EmptyState
        icon="file"
        title={<h1>{translate('no_article_found')}</h1>}
        action={<ButtonLink href={`/${lang}/articles`}>{t('back')}</ButtonLink>}
      >
        {inLanguages.length === 0 ? (
          t('missing_text')
        ) : (
          <>
            {t('other_languages')}
            {inLanguages.map((each) => (
              <LineLink
                key={each}
                href={`/${each}/articles/${encodeURIComponent(id)}`}
                lang={each}
                hrefLang={each}
                rel="alternate"
                prefetch={false}
              >
                {languageName(each, each)}
              </LineLink>
            ))}
          </>
        )}
      </EmptyState>
    </Section>
  );
}

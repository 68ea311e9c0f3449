import { getTranslations } from 'next-intl/server';
import { Heading, Section } from '@/components/layout/section';
import { ButtonLink } from '@/components/ui/button';
import { CoveringLink } from '@/components/ui/navigation/covering-link';
import { listArticles } from '@/lib/articles/articles';
import { markPageDegraded, tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { ArticleFacts, ArticlePicture, truncatePreview } from './article-row';
import styles from './latest-articles.module.css';

const articleCount = 3;

export async function LatestArticles({ lang }: { lang: Language }) {
  tagPage('articles');
  const [articles, t] = await Promise.all([readNewest(lang), getTranslations('home')]);
  if (articles.length === 0) return null;
  return (
    <Section tone="sand">
      <Heading title={t('articles_title')} />
      <ul className={styles.list}>
        {articles.map((article) => (
          <li key={article.blogId} className={styles.article}>
            <ArticlePicture src={article.imageUrl} id={article.blogId} />
            <div className={styles.text}>
              <ArticleFacts article={article} short />
              <h3>
                <CoveringLink href={`/${lang}/articles/${encodeURIComponent(article.blogId)}`}>
                  {article.title}
                </CoveringLink>
              </h3>
              <p>{truncatePreview(article.description)}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className={styles.more}>
        <ButtonLink variant="secondary" iconEnd="arrow" href={`/${lang}/articles`}>
          {t('articles_all')}
        </ButtonLink>
      </p>
    </Section>
  );
}

async function readNewest(lang: Language) {
  try {
    return (await listArticles({ lang, page: 1, pageSize: articleCount, now: now() })).articles;
  } catch (error) {
    log.error({ err: error }, 'articles are missing from the home page');
    markPageDegraded();
    return [];
  }
}

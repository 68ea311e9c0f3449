import { getTranslations } from 'next-intl/server';
import { listArticles } from '@/lib/blog/list-articles';
import { tagPage } from '@/lib/cache/page-context';
import { now } from '@/lib/clock';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { ButtonLink } from '../../_ui/button';
import { PictureCard, PictureCards } from '../../_ui/layout/picture-card';
import { Heading, Section } from '../../_ui/layout/section';
import { ArticlePicture } from '../articles/article-picture';
import { cutText } from '../articles/article-row';
import styles from './latest-articles.module.css';

const shown = 3;

/** The newest articles; the page does without them when they cannot be read (row C13). */
export async function LatestArticles({ lang }: { lang: Language }) {
  tagPage('articles');
  const [articles, t] = await Promise.all([readNewest(lang), getTranslations('home')]);
  if (articles.length === 0) return null;
  return (
    <Section tone="sand">
      <Heading title={t('articles_title')} />
      <PictureCards>
        {articles.map(({ blogId, title, description, imageUrl }) => (
          <PictureCard
            key={blogId} level={3} href={`/${lang}/articles/${encodeURIComponent(blogId)}`} title={title} text={cutText(description)}
            picture={<ArticlePicture src={imageUrl} id={blogId} />}
          />
        ))}
      </PictureCards>
      <p className={styles.more}><ButtonLink variant="secondary" iconEnd="arrow" href={`/${lang}/articles`}>{t('articles_all')}</ButtonLink></p>
    </Section>
  );
}

async function readNewest(lang: Language) {
  try {
    return (await listArticles({ lang, page: 1, pageSize: shown, now: now() })).articles;
  } catch (error) {
    log.error({ err: error }, 'articles are missing from the home page');
    return [];
  }
}

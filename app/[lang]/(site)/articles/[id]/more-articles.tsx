import { getTranslations } from 'next-intl/server';
import type { ArticleSummary } from '@/lib/blog/schema';
import { PictureCard, PictureCards } from '../../../_ui/layout/picture-card';
import { Heading, Section } from '../../../_ui/layout/section';
import { ArticlePicture } from '../article-picture';
import { cutText } from '../article-row';

/** The way on for who has read to the end. */
export async function MoreArticles({ articles, lang }: { articles: readonly ArticleSummary[]; lang: string }) {
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
            text={cutText(description)}
            picture={<ArticlePicture src={imageUrl} id={blogId} />}
          />
        ))}
      </PictureCards>
    </Section>
  );
}

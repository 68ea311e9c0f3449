import type { ArticleSummary } from './schema';

/** An article as the API gives it (docs/api.md, Blog). */
export function articleAnswer(article: Omit<ArticleSummary, 'readingMinutes'> & { htmlContent: string }) {
  const { blogId, title, description, imageUrl, category, views, publishedAt, htmlContent } = article;
  return { blogId, title, description, imageUrl, category, views, creationDate: publishedAt.toISOString(), htmlContent };
}

import { config } from '@/lib/config/config';
import type { ArticlePage } from './list-articles';
import type { ArticleSummary } from './schema';

/** An article as the API gives it (api.md, Blog). */
export function articleAnswer(article: ArticleSummary & { htmlContent: string }) {
  const { blogId, title, description, imageUrl, category, views, publishedAt, htmlContent } = article;
  return { blogId, title, description, imageUrl, category, views, creationDate: publishedAt.toISOString(), htmlContent };
}

/** The `Link` header of a page of a list: its next and previous page with the same question. */
export function pageLinks(url: string, { page, pageSize, total }: ArticlePage<unknown>): string | null {
  const linkTo = (number: number, rel: string) => {
    const query = new URL(url).searchParams;
    query.set('page', String(number));
    return `<${config().siteUrl}${new URL(url).pathname}?${query}>; rel="${rel}"`;
  };
  const links = [
    page * pageSize < total ? linkTo(page + 1, 'next') : null,
    page > 1 ? linkTo(Math.max(1, Math.min(page - 1, Math.ceil(total / pageSize))), 'prev') : null,
  ].filter((link) => link !== null);
  return links.length > 0 ? links.join(', ') : null;
}

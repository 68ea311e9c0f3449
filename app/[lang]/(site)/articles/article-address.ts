export interface ArticleQuery { category?: string | undefined; q?: string | undefined; page?: number | undefined }

/** The list's address with what was asked for; the first page has no number. */
export function articlesAddress(lang: string, { category, q, page = 1 }: ArticleQuery): string {
  const search = new URLSearchParams();
  if (category) search.set('category', category);
  if (q) search.set('q', q);
  if (page > 1) search.set('page', String(page));
  return `/${lang}/articles${search.size > 0 ? `?${search}` : ''}`;
}

import 'server-only';
import { db } from '@/lib/database/client';
import { isLanguage, type Language } from '@/lib/language';

export interface ArticleAddress { id: string; languages: Language[]; updatedAt: Date }

/** Every shown article with the languages it can be read in, for the sitemap. */
export async function listArticleAddresses(now: Date): Promise<ArticleAddress[]> {
  const rows = await (await db()).articleText.findMany({
    where: { published: true, publishedAt: { lte: now } },
    select: { articleId: true, lang: true, updatedAt: true }, orderBy: [{ publishedAt: 'desc' }, { articleId: 'desc' }],
  });
  const found = new Map<string, ArticleAddress>();
  for (const { articleId, lang, updatedAt } of rows) {
    const known = found.get(articleId) ?? { id: articleId, languages: [], updatedAt };
    if (isLanguage(lang)) known.languages.push(lang);
    if (updatedAt > known.updatedAt) known.updatedAt = updatedAt;
    found.set(articleId, known);
  }
  return [...found.values()];
}

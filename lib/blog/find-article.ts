import 'server-only';
import { safeHtml } from '@/lib/content/safe-html';
import { db } from '@/lib/database/client';
import { isLanguage, type Language } from '@/lib/language';
import type { Article } from './schema';

/** A shown article in a language; null when there is none, or none in that language. */
export async function findArticle(id: string, lang: Language, now: Date): Promise<Article | null> {
  const article = await (await db()).article.findUnique({
    where: { id },
    select: {
      imageUrl: true, views: true,
      texts: {
        where: { published: true, publishedAt: { lte: now } },
        select: { lang: true, title: true, description: true, category: true, html: true, publishedAt: true, updatedAt: true },
      },
    },
  });
  const text = article?.texts.find((each) => each.lang === lang);
  if (!article || !text) return null;
  return {
    blogId: id, title: text.title, description: text.description, category: text.category,
    imageUrl: article.imageUrl, views: article.views, publishedAt: text.publishedAt, updatedAt: text.updatedAt,
    htmlContent: safeHtml(text.html),
    languages: article.texts.map((each) => each.lang).filter(isLanguage),
  };
}

/** Where an article's old address leads to now (A14). */
export async function findMovedArticle(id: string): Promise<string | null> {
  const moved = await (await db()).oldSlug.findUnique({ where: { kind_from: { kind: 'article', from: id } }, select: { to: true } });
  return moved?.to ?? null;
}

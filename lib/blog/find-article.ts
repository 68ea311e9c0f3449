import 'server-only';
import { previewContext } from '@/lib/cache/page-context';
import { safeHtml } from '@/lib/content/safe-html';
import { db } from '@/lib/database/client';
import { isLanguage, languages, type Language } from '@/lib/language';
import { findDraft, type StoredDraft } from './drafts';
import { readingMinutes } from './reading-time';
import type { Article } from './schema';

/** A shown article in a language; null when there is none, or none in that language. In a preview as it is being written. */
export async function findArticle(id: string, lang: Language, now: Date): Promise<Article | null> {
  const draft = previewContext() && (await findDraft(id));
  if (draft) return articleOfDraft(draft, lang);
  const article = await (await db()).article.findUnique({
    where: { id },
    select: {
      imageUrl: true, views: true,
      texts: {
        where: previewContext() ? {} : { published: true, publishedAt: { lte: now } },
        select: { lang: true, title: true, description: true, category: true, author: true, html: true, publishedAt: true, updatedAt: true },
      },
    },
  });
  const text = article?.texts.find((each) => each.lang === lang);
  if (!article || !text) return null;
  return {
    blogId: id, title: text.title, description: text.description, category: text.category, author: text.author,
    imageUrl: article.imageUrl, views: article.views, publishedAt: text.publishedAt, updatedAt: text.updatedAt,
    htmlContent: safeHtml(text.html), readingMinutes: readingMinutes(text.html, lang),
    languages: article.texts.map((each) => each.lang).filter(isLanguage),
  };
}

/** The languages in which an article can be read now. */
export async function listArticleLanguages(id: string, now: Date): Promise<Language[]> {
  const texts = await (await db()).articleText.findMany({ where: { articleId: id, published: true, publishedAt: { lte: now } }, select: { lang: true } });
  return languages.filter((lang) => texts.some((text) => text.lang === lang));
}

function articleOfDraft({ id, values, updatedAt }: StoredDraft, lang: Language): Article | null {
  const text = values.texts[lang];
  const at = new Date(values.publishedAt);
  return text ? {
    blogId: id, title: text.title ?? '', description: text.description ?? '', category: text.category ?? '', author: text.author ?? '', imageUrl: values.imageUrl, views: 0,
    publishedAt: Number.isNaN(at.getTime()) ? updatedAt : at, updatedAt, htmlContent: safeHtml(text.html ?? ''), readingMinutes: readingMinutes(text.html ?? '', lang), languages: languages.filter((each) => values.texts[each]),
  } : null;
}

/** Where an article's old address leads to now (A14). */
export async function findMovedArticle(id: string): Promise<string | null> {
  const moved = await (await db()).oldSlug.findUnique({ where: { kind_from: { kind: 'article', from: id } }, select: { to: true } });
  return moved?.to ?? null;
}

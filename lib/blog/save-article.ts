import 'server-only';
import { safeHtml, textOfHtml } from '@/lib/content/safe-html';
import type { Tx } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { invalidate, purge } from '@/lib/cache/invalidate';
import { foldVersion, wordsOf } from '@/lib/text/fold';
import type { ArticleInput } from './schema';

/**
 * Writes an article with all its languages (a language without a text is removed), sanitised and ready for search.
 * Call `articlesChanged` after the transaction.
 */
export async function saveArticle(tx: Tx, { id, texts, ...article }: ArticleInput): Promise<void> {
  await tx.article.upsert({ where: { id }, create: { id, ...article }, update: article, select: { id: true } });
  for (const lang of languages) {
    const text = texts[lang];
    if (!text) {
      await tx.articleText.deleteMany({ where: { articleId: id, lang } });
      continue;
    }
    const html = safeHtml(text.html);
    const written = { ...text, author: text.author ?? '', html };
    const row = { ...written, searchText: articleWords(written), searchVersion: foldVersion, publishedAt: article.publishedAt, published: article.published };
    const key = { articleId: id, lang };
    await tx.articleText.upsert({ where: { articleId_lang: key }, create: { ...key, ...row }, update: row, select: { lang: true } });
    await tx.$executeRaw`UPDATE "ArticleText" SET "searchWords" = array_to_tsvector(string_to_array("searchText", ' '))
      WHERE "articleId" = ${id} AND "lang" = ${lang}`;
  }
}

interface WrittenText { title: string; description: string; category: string; author: string; html: string }

/** What search knows of an article in a language: its folded words. */
export const articleWords = ({ title, description, category, author, html }: WrittenText): string =>
  wordsOf(`${title} ${description} ${category} ${author} ${textOfHtml(html)}`).join(' ');

/** Gives an article another address; the old one leads there for good (A14), and so do those before it. */
export async function moveArticle(tx: Tx, from: string, to: string): Promise<void> {
  await tx.article.update({ where: { id: from }, data: { id: to }, select: { id: true } });
  await tx.articleDraft.updateMany({ where: { id: from }, data: { id: to } });
  await tx.oldSlug.updateMany({ where: { kind: 'article', to: from }, data: { to } });
  await tx.oldSlug.deleteMany({ where: { kind: 'article', from: to } });
  await tx.oldSlug.upsert({
    where: { kind_from: { kind: 'article', from } }, create: { kind: 'article', from, to }, update: { to }, select: { to: true },
  });
}

/** What is cached of these articles is out of date: pages of lists, of the articles themselves, and counts. */
export function articlesChanged(...ids: string[]): void {
  invalidate('articles', ...ids.map((id) => `article:${id}`));
}

/** These articles, or some of their languages, are not to be seen any more. */
export function articlesRemoved(...ids: string[]): void {
  purge('articles', ...ids.map((id) => `article:${id}`));
}

import 'server-only';
import { articlesChanged, articleWords } from '@/lib/blog/save-article';
import { db } from '@/lib/database/client';
import { fold, foldVersion } from '@/lib/text/fold';

const batch = 100;
const old = { searchVersion: { lt: foldVersion } };

/** Whether articles or notes are stored as an earlier version folded them. */
export async function hasTextsToRefold(): Promise<boolean> {
  const client = await db();
  const [note, article] = await Promise.all([client.note.findFirst({ where: old, select: { id: true } }), client.articleText.findFirst({ where: old, select: { lang: true } })]);
  return note !== null || article !== null;
}

/** Folds them anew. What is changed meanwhile is folded by this version, and stays. */
export async function refoldTexts(_now: Date, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await refoldArticles())) continue;
  while (!stopping.aborted && (await refoldNotes())) continue;
}

async function refoldArticles(): Promise<boolean> {
  const client = await db();
  const rows = await client.articleText.findMany({ where: old, take: batch, select: { articleId: true, lang: true, title: true, description: true, category: true, author: true, html: true } });
  for (const { articleId, lang, ...text } of rows) {
    const words = articleWords(text);
    // Not by the client: the article itself is as old as before.
    await client.$executeRaw`
      UPDATE "ArticleText" SET "searchText" = ${words}, "searchWords" = array_to_tsvector(string_to_array(${words}, ' ')), "searchVersion" = ${foldVersion}
      WHERE "articleId" = ${articleId} AND "lang" = ${lang} AND "searchVersion" < ${foldVersion}`;
  }
  if (rows.length > 0) articlesChanged(...rows.map(({ articleId }) => articleId));
  return rows.length === batch;
}

async function refoldNotes(): Promise<boolean> {
  const client = await db();
  const rows = await client.note.findMany({ where: old, take: batch, select: { id: true, text: true } });
  for (const { id, text } of rows) await client.note.updateMany({ where: { id, ...old }, data: { searchText: fold(text), searchVersion: foldVersion } });
  return rows.length === batch;
}

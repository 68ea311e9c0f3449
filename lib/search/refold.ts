import { articleSearchWords, invalidateArticles } from '@/lib/articles/save-article';
import { db } from '@/lib/database/client';
import { fold, foldVersion } from '@/lib/fold';

const batchSize = 100;
const outdatedCondition = { searchVersion: { lt: foldVersion } };

export async function hasTextsToRefold(): Promise<boolean> {
  const client = await db();
  const [note, article] = await Promise.all([
    client.note.findFirst({ where: outdatedCondition, select: { id: true } }),
    client.articleText.findFirst({ where: outdatedCondition, select: { lang: true } }),
  ]);
  return note !== null || article !== null;
}

/** Skips rows saved during the run, which already have the current version. */
export async function refoldTexts(_now: Date, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted && (await refoldArticles())) continue;
  while (!stopping.aborted && (await refoldNotes())) continue;
}

async function refoldArticles(): Promise<boolean> {
  const client = await db();
  const rows = await client.articleText.findMany({
    where: outdatedCondition,
    take: batchSize,
    select: { articleId: true, lang: true, title: true, description: true, category: true, author: true, html: true },
  });
  for (const { articleId, lang, ...text } of rows) {
    const words = articleSearchWords(text);
    // Raw SQL, because the client would change the article's `updatedAt`.
    await client.$executeRaw`
      UPDATE "ArticleText" SET "searchText" = ${words}, "searchWords" = array_to_tsvector(string_to_array(${words}, ' ')), "searchVersion" = ${foldVersion}
      WHERE "articleId" = ${articleId} AND "lang" = ${lang} AND "searchVersion" < ${foldVersion}`;
  }
  if (rows.length > 0) invalidateArticles(...rows.map(({ articleId }) => articleId));
  return rows.length === batchSize;
}

async function refoldNotes(): Promise<boolean> {
  const client = await db();
  const rows = await client.note.findMany({
    where: outdatedCondition,
    take: batchSize,
    select: { id: true, text: true },
  });
  for (const { id, text } of rows)
    await client.note.updateMany({
      where: { id, ...outdatedCondition },
      data: { searchText: fold(text), searchVersion: foldVersion },
    });
  return rows.length === batchSize;
}

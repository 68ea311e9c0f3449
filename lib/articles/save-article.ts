import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { invalidate, purge } from '@/lib/cache/invalidate';
import { safeHtml, textOfHtml } from '@/lib/content/safe-html';
import { db, transaction, type Tx } from '@/lib/database/client';
import { foldVersion, splitWords } from '@/lib/fold';
import { languages } from '@/lib/language';
import { type ArticleInput, articleInputSchema } from './articles';

/** Deletes stored texts of languages that `texts` omits. Call `invalidateArticles` after the transaction. */
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
    const row = {
      ...written,
      searchText: articleSearchWords(written),
      searchVersion: foldVersion,
      publishedAt: article.publishedAt,
      published: article.published,
    };
    const key = { articleId: id, lang };
    await tx.articleText.upsert({
      where: { articleId_lang: key },
      create: { ...key, ...row },
      update: row,
      select: { lang: true },
    });
    await tx.$executeRaw`UPDATE "ArticleText" SET "searchWords" = array_to_tsvector(string_to_array("searchText", ' '))
      WHERE "articleId" = ${id} AND "lang" = ${lang}`;
  }
}

interface ArticleSearchText {
  title: string;
  description: string;
  category: string;
  author: string;
  html: string;
}

export const articleSearchWords = ({ title, description, category, author, html }: ArticleSearchText): string =>
  splitWords(`${title} ${description} ${category} ${author} ${textOfHtml(html)}`).join(' ');

/** Changes an article's address. The old address and all earlier ones redirect to the new one (A14). */
export async function moveArticle(tx: Tx, from: string, to: string): Promise<void> {
  await tx.article.update({ where: { id: from }, data: { id: to }, select: { id: true } });
  await tx.articleDraft.updateMany({ where: { id: from }, data: { id: to } });
  await tx.oldSlug.updateMany({ where: { kind: 'article', to: from }, data: { to } });
  await tx.oldSlug.deleteMany({ where: { kind: 'article', from: to } });
  await tx.oldSlug.upsert({
    where: { kind_from: { kind: 'article', from } },
    create: { kind: 'article', from, to },
    update: { to },
    select: { to: true },
  });
}

export function invalidateArticles(...ids: string[]): void {
  invalidate('articles', ...ids.map((id) => `article:${id}`));
}

/** Purges instead of marking stale, because removed articles and languages must disappear at once. */
export function purgeArticles(...ids: string[]): void {
  purge('articles', ...ids.map((id) => `article:${id}`));
}

export async function addSampleArticles(folder = join(process.cwd(), 'prisma/articles')): Promise<number> {
  const client = await db();
  const known = new Set((await client.article.findMany({ select: { id: true } })).map(({ id }) => id));
  const moved = new Set(
    (await client.oldSlug.findMany({ where: { kind: 'article' }, select: { from: true } })).map(({ from }) => from),
  );
  const added: string[] = [];
  for (const file of (await readdir(/* turbopackIgnore: true */ folder))
    .filter((name) => name.endsWith('.json'))
    .sort()) {
    const article = articleInputSchema.parse(
      JSON.parse(await readFile(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ folder, file), 'utf8')),
    );
    if (known.has(article.id) || moved.has(article.id)) continue;
    await transaction((tx) => saveArticle(tx, article));
    added.push(article.id);
  }
  if (added.length > 0) invalidateArticles(...added);
  return added.length;
}

import 'server-only';
import { safeHtml } from '@/lib/content/safe-html';
import { db, Prisma } from '@/lib/database/client';
import type { Language } from '@/lib/language';
import { listCategories, topicsNamed } from './counts';
import { searchQuery } from '@/lib/text/fold';
import { readingMinutes } from './reading-time';
import type { ArticleSummary } from './schema';

export interface ArticleQuestion {
  lang: Language;
  /** A topic's key, or a wording of it in that language. */
  category?: string | undefined;
  q?: string | undefined;
  page: number;
  pageSize: number;
  now: Date;
}

export interface ArticlePage<Item = ArticleSummary> { articles: Item[]; total: number; page: number; pageSize: number }
type Row = Omit<ArticleSummary, 'readingMinutes'> & { htmlContent: string };

/** One page of a language's articles, newest first. Walks an index to the page and reads only its rows. */
export async function listArticles(question: ArticleQuestion): Promise<ArticlePage> {
  const { rows, total } = await findRows(question);
  const articles = rows.map(({ htmlContent, ...row }) => ({ ...row, readingMinutes: readingMinutes(htmlContent, question.lang) }));
  return { articles, total, page: question.page, pageSize: question.pageSize };
}

/** The same with the articles' HTML, as the API's list has it. */
export async function listWholeArticles(question: ArticleQuestion): Promise<ArticlePage<Row>> {
  const { rows, total } = await findRows(question);
  const articles = rows.map((row) => ({ ...row, htmlContent: safeHtml(row.htmlContent) }));
  return { articles, total, page: question.page, pageSize: question.pageSize };
}

async function findRows(question: ArticleQuestion): Promise<{ rows: Row[]; total: number }> {
  const { lang, page, pageSize, now, category, q } = question;
  const categories = await listCategories(lang, now);
  const chosen = category ? topicsNamed(categories, category) : categories;
  if (category && chosen.length === 0) return { rows: [], total: 0 };
  const words = q ? searchQuery(q) : null;
  if (q && !words) return { rows: [], total: 0 };
  const where = Prisma.sql`"lang" = ${lang} AND "published" AND "publishedAt" <= ${now}
    ${category ? Prisma.sql`AND "articleId" IN (SELECT "id" FROM "Article" WHERE "category" = ANY(${chosen.map(({ key }) => key)}))` : Prisma.empty}
    ${words ? Prisma.sql`AND "searchWords" @@ ${words}::tsquery` : Prisma.empty}`;
  const client = await db();
  const rows = await client.$queryRaw<Row[]>`
    SELECT t."articleId" AS "blogId", t."title", t."description", a."imageUrl", t."category", t."author", a."views", t."publishedAt", t."html" AS "htmlContent"
    FROM (SELECT "articleId" FROM "ArticleText" WHERE ${where}
          ORDER BY "publishedAt" DESC, "articleId" DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) page
    JOIN "ArticleText" t ON t."articleId" = page."articleId" AND t."lang" = ${lang}
    JOIN "Article" a ON a."id" = page."articleId"
    ORDER BY t."publishedAt" DESC, t."articleId" DESC`;
  if (!words) return { rows, total: chosen.reduce((sum, each) => sum + each.count, 0) };
  const [found] = await client.$queryRaw<Array<{ total: number }>>`SELECT count(*)::int AS total FROM "ArticleText" WHERE ${where}`;
  return { rows, total: found?.total ?? 0 };
}

import { z } from 'zod';
import { memoizeUntilInvalidated } from '@/lib/cache/invalidate';
import { previewContext } from '@/lib/cache/page-context';
import { readTime } from '@/lib/clock';
import { safeHtml } from '@/lib/content/safe-html';
import { db, Prisma } from '@/lib/database/client';
import { searchQuery } from '@/lib/fold';
import { defaultLanguage, isLanguage, type Language, languages, traitsOf } from '@/lib/language';
import { localised, moment, pageNumber, singleLine, typedCode, wholeNumber } from '@/lib/schemas';
import { bareSlug } from '@/lib/text';
import { findDraft, type StoredDraft } from './drafts';

export async function findArticle(id: string, lang: Language, now: Date): Promise<Article | null> {
  const draft = previewContext() && (await findDraft(id));
  if (draft) return articleOfDraft(draft, lang);
  const article = await (
    await db()
  ).article.findUnique({
    where: { id },
    select: {
      imageUrl: true,
      views: true,
      texts: {
        where: previewContext() ? {} : { published: true, publishedAt: { lte: now } },
        select: {
          lang: true,
          title: true,
          description: true,
          category: true,
          author: true,
          html: true,
          publishedAt: true,
          updatedAt: true,
        },
      },
    },
  });
  const text = article?.texts.find((each) => each.lang === lang);
  if (!article || !text) return null;
  return {
    blogId: id,
    title: text.title,
    description: text.description,
    category: text.category,
    author: text.author,
    imageUrl: article.imageUrl,
    views: article.views,
    publishedAt: text.publishedAt,
    updatedAt: text.updatedAt,
    htmlContent: safeHtml(text.html),
    readingMinutes: readingMinutes(text.html, lang),
    languages: article.texts.map((each) => each.lang).filter(isLanguage),
  };
}

export async function listArticleLanguages(id: string, now: Date): Promise<Language[]> {
  const texts = await (
    await db()
  ).articleText.findMany({
    where: { articleId: id, published: true, publishedAt: { lte: now } },
    select: { lang: true },
  });
  return languages.filter((lang) => texts.some((text) => text.lang === lang));
}

function articleOfDraft({ id, values, updatedAt }: StoredDraft, lang: Language): Article | null {
  const text = values.texts[lang];
  return text
    ? {
        blogId: id,
        title: text.title ?? '',
        description: text.description ?? '',
        category: text.category ?? '',
        author: text.author ?? '',
        imageUrl: values.imageUrl,
        views: 0,
        publishedAt: readTime(values.publishedAt) ?? updatedAt,
        updatedAt,
        htmlContent: safeHtml(text.html ?? ''),
        readingMinutes: readingMinutes(text.html ?? '', lang),
        languages: languages.filter((each) => values.texts[each]),
      }
    : null;
}

/** Also finds the article of a link with appended characters (A15). */
export async function findMovedArticle(id: string, now: Date): Promise<string | null> {
  const moved = await (
    await db()
  ).oldSlug.findUnique({ where: { kind_from: { kind: 'article', from: id } }, select: { to: true } });
  if (moved) return moved.to;
  const bare = bareSlug(id);
  if (bare === null) return null;
  return (await listArticleLanguages(bare, now)).length > 0 ? bare : findMovedArticle(bare, now);
}

interface ListArticlesInput {
  lang: Language;
  category?: string | undefined;
  q?: string | undefined;
  page: number;
  pageSize: number;
  now: Date;
}

export interface ArticlePage<Item = ArticleSummary> {
  articles: Item[];
  total: number;
  page: number;
  pageSize: number;
}
type Row = Omit<ArticleSummary, 'readingMinutes'> & { htmlContent: string };

export async function listArticles(query: ListArticlesInput): Promise<ArticlePage> {
  const { rows, total } = await findArticleRows(query);
  const articles = rows.map((row) => toSummary(row, query.lang));
  return { articles, total, page: query.page, pageSize: query.pageSize };
}

/** Cheaper than `listArticles`, which counts all articles again after each change. */
export async function listNewestArticles(lang: Language, count: number, now: Date): Promise<ArticleSummary[]> {
  const rows = await readArticlePage(lang, readableIn(lang, now), { page: 1, pageSize: count });
  return rows.map((row) => toSummary(row, lang));
}

const toSummary = ({ htmlContent, ...row }: Row, lang: Language): ArticleSummary => ({
  ...row,
  readingMinutes: readingMinutes(htmlContent, lang),
});

export async function listWholeArticles(query: ListArticlesInput): Promise<ArticlePage<Row>> {
  const { rows, total } = await findArticleRows(query);
  const articles = rows.map((row) => ({ ...row, htmlContent: safeHtml(row.htmlContent) }));
  return { articles, total, page: query.page, pageSize: query.pageSize };
}

async function findArticleRows(query: ListArticlesInput): Promise<{ rows: Row[]; total: number }> {
  const { lang, page, pageSize, now, category, q } = query;
  const categories = await listCategories(lang, now);
  const chosen = category ? findCategoriesByName(categories, category) : categories;
  if (category && chosen.length === 0) return { rows: [], total: 0 };
  const words = q ? searchQuery(q) : null;
  if (q && !words) return { rows: [], total: 0 };
  const where = Prisma.sql`${readableIn(lang, now)}
    ${category ? Prisma.sql`AND "articleId" IN (SELECT "id" FROM "Article" WHERE "category" = ANY(${chosen.map(({ key }) => key)}))` : Prisma.empty}
    ${words ? Prisma.sql`AND "searchWords" @@ ${words}::tsquery` : Prisma.empty}`;
  const rows = await readArticlePage(lang, where, { page, pageSize });
  if (!words) return { rows, total: chosen.reduce((sum, each) => sum + each.count, 0) };
  const [found] = await (
    await db()
  ).$queryRaw<Array<{ total: number }>>`SELECT count(*)::int AS total FROM "ArticleText" WHERE ${where}`;
  return { rows, total: found?.total ?? 0 };
}

const readableIn = (lang: Language, now: Date) =>
  Prisma.sql`"lang" = ${lang} AND "published" AND "publishedAt" <= ${now}`;

async function readArticlePage(
  lang: Language,
  where: Prisma.Sql,
  { page, pageSize }: Pick<ListArticlesInput, 'page' | 'pageSize'>,
): Promise<Row[]> {
  return (await db()).$queryRaw<Row[]>`
    SELECT t."articleId" AS "blogId", t."title", t."description", a."imageUrl", t."category", t."author", a."views", t."publishedAt", t."html" AS "htmlContent"
    FROM (SELECT "articleId" FROM "ArticleText" WHERE ${where}
          ORDER BY "publishedAt" DESC, "articleId" DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}) page
    JOIN "ArticleText" t ON t."articleId" = page."articleId" AND t."lang" = ${lang}
    JOIN "Article" a ON a."id" = page."articleId"
    ORDER BY t."publishedAt" DESC, t."articleId" DESC`;
}

function readingMinutes(html: string, lang: Language): number {
  const words = html
    .replace(/<[^>]*>/g, ' ')
    .split(/\s+/)
    .filter(Boolean).length;
  return Math.max(1, Math.round(words / traitsOf(lang).wordsPerMinute));
}

/** Articles with the same key share a topic, even if their labels differ. */
export interface Category {
  key: string;
  label: string;
  labels: string[];
  count: number;
}

/** Caches the number of articles per topic, so that a page costs the same for ten articles as for ten thousand. */
export function listCategories(lang: Language, now: Date): Promise<Category[]> {
  return memoizeUntilInvalidated(`topics ${lang}`, ['articles'], () => countCategories(lang, now));
}

async function countCategories(lang: Language, now: Date): Promise<Category[]> {
  return (await db()).$queryRaw<Category[]>`
    SELECT key, (array_agg(label ORDER BY count DESC, label))[1] AS label, array_agg(label ORDER BY label) AS labels, sum(count)::int AS count
    FROM (
      SELECT a."category" AS key, t."category" AS label, count(*) AS count
      FROM "ArticleText" t JOIN "Article" a ON a."id" = t."articleId"
      WHERE t."lang" = ${lang} AND t."published" AND t."publishedAt" <= ${now}
      GROUP BY a."category", t."category"
    ) labelled
    GROUP BY key ORDER BY sum(count) DESC, key`;
}

export function findCategoriesByName(categories: readonly Category[], name: string): Category[] {
  const byKey = categories.filter(({ key }) => key === name);
  return byKey.length > 0 ? byKey : categories.filter(({ labels }) => labels.includes(name));
}

interface SitemapArticle {
  id: string;
  languages: Language[];
  updatedAt: Date;
}

export async function listArticlesForSitemap(now: Date): Promise<SitemapArticle[]> {
  const rows = await (
    await db()
  ).articleText.findMany({
    where: { published: true, publishedAt: { lte: now } },
    select: { articleId: true, lang: true, updatedAt: true },
    orderBy: [{ publishedAt: 'desc' }, { articleId: 'desc' }],
  });
  const found = new Map<string, SitemapArticle>();
  for (const { articleId, lang, updatedAt } of rows) {
    const known = found.get(articleId) ?? { id: articleId, languages: [], updatedAt };
    if (isLanguage(lang)) known.languages.push(lang);
    if (updatedAt > known.updatedAt) known.updatedAt = updatedAt;
    found.set(articleId, known);
  }
  return [...found.values()];
}

export const blogQuerySchema = z.object({
  lang: z.enum(languages).default(defaultLanguage),
  category: singleLine().max(80).optional(),
  q: singleLine().max(200).optional(),
  page: pageNumber,
  pageSize: wholeNumber(100, 'whole_number').default(20),
});

const articleIdSchema = typedCode()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'latin_slug')
  .max(120);

const articleTextSchema = z.object({
  title: singleLine().min(3).max(160),
  description: z.string().trim().min(20).max(600),
  category: singleLine().min(2).max(60),
  author: singleLine().max(100).optional(),
  html: z.string().trim().min(1).max(200_000),
});

export const articleInputSchema = z.object({
  id: articleIdSchema,
  category: articleIdSchema,
  imageUrl: typedCode()
    .regex(/^\/(?!\/)[\w\-./]+$/, 'site_path')
    .meta({ format: 'picture' })
    .nullable(),
  publishedAt: moment,
  published: z.boolean(),
  texts: localised(articleTextSchema)
    .partial()
    .refine((texts) => Object.values(texts).some(Boolean), 'one_language'),
});
export type ArticleInput = z.infer<typeof articleInputSchema>;

export interface ArticleSummary {
  blogId: string;
  title: string;
  description: string;
  /** Relative to the site's origin. */
  imageUrl: string | null;
  category: string;
  /** Empty when the company is the author. */
  author: string;
  views: number;
  publishedAt: Date;
  readingMinutes: number;
}

export type Article = ArticleSummary & {
  /** Sanitised. */
  htmlContent: string;
  updatedAt: Date;
  languages: Array<(typeof languages)[number]>;
};

export function toArticleResponse(article: Omit<ArticleSummary, 'readingMinutes'> & { htmlContent: string }) {
  const { blogId, title, description, imageUrl, category, views, publishedAt, htmlContent } = article;
  return {
    blogId,
    title,
    description,
    imageUrl,
    category,
    views,
    creationDate: publishedAt.toISOString(),
    htmlContent,
  };
}

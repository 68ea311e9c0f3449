import { textOfHtml } from '@/lib/content/safe-html';
import { db, Prisma } from '@/lib/database/client';
import { searchQuery, searchTerms } from '@/lib/fold';
import type { Language } from '@/lib/language';
import type { MaybeActor } from '@/lib/permissions';
import { searchCourses, searchLessons } from './search-courses';
import { searchPages } from './search-pages';
import {
  excerpt,
  findBestTexts,
  markMatches,
  maxCounted,
  type SearchKind,
  searchKinds,
  type SearchRequest,
  type SearchResult,
  type SearchResultPage,
  toPatterns,
} from './search-request';

interface SearchInput {
  actor: MaybeActor;
  lang: Language;
  q: string;
  /** If absent, returns the first results of every kind. */
  kind?: SearchKind | undefined;
  page: number;
  now: Date;
}

export interface SearchGroup {
  kind: SearchKind;
  total: number;
  page: number;
  pageSize: number;
  results: SearchResult[];
}

const pageSizes = { overview: 4, ofKind: 10 };
const searchByKind: Record<SearchKind, (request: SearchRequest) => Promise<SearchResultPage>> = {
  course: searchCourses,
  lesson: searchLessons,
  article: searchArticles,
  page: searchPages,
};

/** Every search word must start a word of the result, in any spelling. Finds published content only (row N19). */
export async function search({ actor, lang, q, kind, page, now }: SearchInput): Promise<SearchGroup[]> {
  if (searchTerms(q).length === 0) return [];
  const request = {
    actor,
    lang,
    q,
    now,
    page: kind ? page : 1,
    pageSize: kind ? pageSizes.ofKind : pageSizes.overview,
  };
  const groups = await Promise.all(
    (kind ? [kind] : searchKinds).map(async (each) => ({
      kind: each,
      page: request.page,
      pageSize: request.pageSize,
      ...(await searchByKind[each](request)),
    })),
  );
  return groups.filter(({ results }) => results.length > 0);
}

interface ArticleSearchRow {
  articleId: string;
  title: string;
  description: string;
  html: string;
  total: number;
}

const excerptCharacters = 180;
const betweenSentences = /(?<=[.!?؟…])\s+/u;

const newest = 100;

export async function searchArticles(request: SearchRequest): Promise<SearchResultPage> {
  const patterns = toPatterns(request.q);
  const rows = await findArticleRows(request);
  return {
    total: rows[0]?.total ?? 0,
    results: rows.map(({ articleId, title, description, html }) => {
      const texts = patterns.every((pattern) => findBestTexts([description], [pattern], 1).length > 0)
        ? [description]
        : [description, ...textOfHtml(html).split(betweenSentences)];
      const [best = 0] = findBestTexts(texts, patterns, 1);
      return {
        title: markMatches(title, patterns),
        url: `/${request.lang}/articles/${encodeURIComponent(articleId)}`,
        course: null,
        isOpen: true,
        snippets: [
          { parts: excerpt(texts[best] ?? description, patterns, excerptCharacters), second: null, url: null },
        ],
      };
    }),
  };
}

/** Looks at a bounded number of articles: rare words use the index, common words the newest articles. */
async function findArticleRows({ q, lang, page, pageSize, now }: SearchRequest): Promise<ArticleSearchRow[]> {
  const words = searchQuery(q);
  if (!words) return [];
  const client = await db();
  const readable = Prisma.sql`"lang" = ${lang} AND "published" AND "publishedAt" <= ${now}`;
  return client.$queryRaw<ArticleSearchRow[]>`
    WITH newest AS MATERIALIZED (
      SELECT "articleId", "publishedAt", "searchWords" FROM "ArticleText" WHERE ${readable} ORDER BY "publishedAt" DESC, "articleId" DESC LIMIT ${newest}
    ), matching AS MATERIALIZED (
      SELECT "articleId", "publishedAt" FROM "ArticleText" WHERE "searchWords" @@ ${words}::tsquery AND ${readable}
    ), found AS MATERIALIZED (
      SELECT "articleId", "publishedAt" FROM newest WHERE "searchWords" @@ ${words}::tsquery UNION (SELECT * FROM matching LIMIT ${maxCounted})
    ), shown AS (
      SELECT * FROM found ORDER BY "publishedAt" DESC, "articleId" DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
    )
    SELECT t."articleId", t."title", t."description", t."html", (SELECT least(count(*), ${maxCounted}::int)::int FROM found) AS "total"
    FROM shown JOIN "ArticleText" t ON t."articleId" = shown."articleId" AND t."lang" = ${lang}
    ORDER BY shown."publishedAt" DESC, shown."articleId" DESC`;
}

import 'server-only';
import { searchQuery } from '@/lib/text/fold';
import { textOfHtml } from '@/lib/content/safe-html';
import { db, Prisma } from '@/lib/database/client';
import { bestTexts, excerpt, markedParts, patternsOf } from './excerpt';
import { mostCounted, type FoundPage, type Question } from './question';

interface Row { articleId: string; title: string; description: string; html: string; total: number }

const excerptCharacters = 180;
const betweenSentences = /(?<=[.!?؟…])\s+/u;

/** So many of the newest articles are looked through: a word that is everywhere is found there. */
const newest = 100;

/** Articles that can be read now, newest first. */
export async function searchArticles(question: Question): Promise<FoundPage> {
  const patterns = patternsOf(question.q);
  const rows = await find(question);
  return {
    total: rows[0]?.total ?? 0,
    results: rows.map(({ articleId, title, description, html }) => {
      // The description alone is enough when it says everything that was asked for.
      const texts = patterns.every((pattern) => bestTexts([description], [pattern], 1).length > 0) ? [description] : [description, ...textOfHtml(html).split(betweenSentences)];
      const [best = 0] = bestTexts(texts, patterns, 1);
      return { title: markedParts(title, patterns), url: `/${question.lang}/articles/${encodeURIComponent(articleId)}`, course: null, isOpen: true, snippets: [{ parts: excerpt(texts[best] ?? description, patterns, excerptCharacters), second: null, url: null }] };
    }),
  };
}

/** Neither way looks at more than a bounded number of articles: rare words are found by the index of words, words that are everywhere among the newest. */
async function find({ q, lang, page, pageSize, now }: Question): Promise<Row[]> {
  const words = searchQuery(q);
  if (!words) return [];
  const client = await db();
  const readable = Prisma.sql`"lang" = ${lang} AND "published" AND "publishedAt" <= ${now}`;
  return client.$queryRaw<Row[]>`
    WITH newest AS MATERIALIZED (
      SELECT "articleId", "publishedAt", "searchWords" FROM "ArticleText" WHERE ${readable} ORDER BY "publishedAt" DESC, "articleId" DESC LIMIT ${newest}
    ), matching AS MATERIALIZED (
      SELECT "articleId", "publishedAt" FROM "ArticleText" WHERE "searchWords" @@ ${words}::tsquery AND ${readable}
    ), found AS MATERIALIZED (
      SELECT "articleId", "publishedAt" FROM newest WHERE "searchWords" @@ ${words}::tsquery UNION (SELECT * FROM matching LIMIT ${mostCounted})
    ), shown AS (
      SELECT * FROM found ORDER BY "publishedAt" DESC, "articleId" DESC LIMIT ${pageSize} OFFSET ${(page - 1) * pageSize}
    )
    SELECT t."articleId", t."title", t."description", t."html", (SELECT least(count(*), ${mostCounted}::int)::int FROM found) AS "total"
    FROM shown JOIN "ArticleText" t ON t."articleId" = shown."articleId" AND t."lang" = ${lang}
    ORDER BY shown."publishedAt" DESC, shown."articleId" DESC`;
}

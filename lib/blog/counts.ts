import 'server-only';
import { db } from '@/lib/database/client';
import { memoizeUntilInvalidated } from '@/lib/cache/memoize';
import type { Language } from '@/lib/language';

export interface Category { key: string; label: string; count: number }

/**
 * The topics of a language with their numbers of shown articles, largest first. Lists take their totals from here,
 * so that a page of articles costs the same with ten and with ten thousand of them. Articles that appear, by hand or at
 * their hour, drop the tag.
 */
export function listCategories(lang: Language, now: Date): Promise<Category[]> {
  return memoizeUntilInvalidated(`topics ${lang}`, ['articles'], () => countCategories(lang, now));
}

/** Counts on the index alone; a topic's key is read from one of its articles. */
async function countCategories(lang: Language, now: Date): Promise<Category[]> {
  return (await db()).$queryRaw<Category[]>`
    SELECT a."category" AS key, min(topic.label) AS label, sum(topic.count)::int AS count
    FROM (SELECT "category" AS label, count(*) AS count, min("articleId") AS "articleId" FROM "ArticleText"
          WHERE "lang" = ${lang} AND "published" AND "publishedAt" <= ${now} GROUP BY "category") topic
    JOIN "Article" a ON a."id" = topic."articleId"
    GROUP BY a."category" ORDER BY sum(topic.count) DESC, a."category"`;
}

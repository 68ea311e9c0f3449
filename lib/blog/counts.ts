import 'server-only';
import { db } from '@/lib/db';
import type { Language } from '@/lib/language';

export type Category = { key: string; label: string; count: number };

const keptMs = 30_000;
const kept = new Map<Language, { at: number; categories: Promise<Category[]> }>();

/**
 * The topics of a language with their numbers of shown articles, largest first. Lists take their totals from here,
 * so that a page of articles costs the same with ten and with ten thousand of them.
 */
export function listCategories(lang: Language, now: Date): Promise<Category[]> {
  const known = kept.get(lang);
  if (known && Math.abs(now.getTime() - known.at) < keptMs) return known.categories;
  const categories = countCategories(lang, now);
  kept.set(lang, { at: now.getTime(), categories });
  categories.catch(() => kept.delete(lang));
  return categories;
}

/** After a write in this process; other processes follow within half a minute. */
export function forgetCounts(): void {
  kept.clear();
}

async function countCategories(lang: Language, now: Date): Promise<Category[]> {
  const rows = await (await db()).$queryRaw<Array<{ key: string; label: string; count: number }>>`
    SELECT a."category" AS key, min(t."category") AS label, count(*)::int AS count
    FROM "ArticleText" t JOIN "Article" a ON a."id" = t."articleId"
    WHERE t."lang" = ${lang} AND t."published" AND t."publishedAt" <= ${now}
    GROUP BY a."category" ORDER BY count(*) DESC, a."category"`;
  return rows;
}

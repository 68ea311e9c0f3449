import 'server-only';
import { db } from '@/lib/database/client';
import { memoizeUntilInvalidated } from '@/lib/cache/memoize';
import type { Language } from '@/lib/language';

/** A topic is the key that its articles share, however each of them words it. */
export interface Category {
  key: string;
  /** The wording of most of its articles. */
  label: string;
  /** Every wording. */
  labels: string[];
  count: number;
}

/**
 * The topics of a language with their numbers of shown articles, largest first. Lists take their totals from here,
 * so that a page of articles costs the same with ten and with ten thousand of them. Articles that appear, by hand or at
 * their hour, drop the tag.
 */
export function listCategories(lang: Language, now: Date): Promise<Category[]> {
  return memoizeUntilInvalidated(`topics ${lang}`, ['articles'], () => countCategories(lang, now));
}

async function countCategories(lang: Language, now: Date): Promise<Category[]> {
  return (await db()).$queryRaw<Category[]>`
    SELECT a."category" AS key, mode() WITHIN GROUP (ORDER BY t."category") AS label, array_agg(DISTINCT t."category") AS labels, count(*)::int AS count
    FROM "ArticleText" t JOIN "Article" a ON a."id" = t."articleId"
    WHERE t."lang" = ${lang} AND t."published" AND t."publishedAt" <= ${now}
    GROUP BY a."category" ORDER BY count(*) DESC, a."category"`;
}

/** The topic of this key, else all that some article words so. */
export function topicsNamed(categories: readonly Category[], name: string): Category[] {
  const keyed = categories.filter(({ key }) => key === name);
  return keyed.length > 0 ? keyed : categories.filter(({ labels }) => labels.includes(name));
}

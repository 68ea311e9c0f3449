import 'server-only';
import { articlesChanged } from '@/lib/blog/save-article';
import { db } from '@/lib/database/client';

/** Looks a little further back than its period: a page kept a moment before the hour must go too. */
const lookBackMilliseconds = 2 * 60 * 1000;

/** An article whose hour has come appears without anybody's help: the kept pages that lack it go (row O8). */
export async function showScheduledArticles(now: Date): Promise<string[]> {
  const client = await db();
  const due = { gt: new Date(now.getTime() - lookBackMilliseconds), lte: now };
  const rows = await client.articleText.findMany({
    where: { published: true, publishedAt: due },
    select: { articleId: true },
    distinct: ['articleId'],
  });
  const ids = rows.map((row) => row.articleId);
  if (ids.length > 0) articlesChanged(...ids);
  return ids;
}

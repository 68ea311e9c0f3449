import 'server-only';
import { articlesChanged } from '@/lib/blog/save-article';
import { db } from '@/lib/database/client';

/** Longer than the job's period, so that a page cached just before the time is dropped too. */
const lookBackMs = 2 * 60 * 1000;

/** Publishes articles whose time has come: invalidates the cached pages that lack them (O8). @returns their ids */
export async function publishScheduledArticles(now: Date): Promise<string[]> {
  const client = await db();
  const due = { gt: new Date(now.getTime() - lookBackMs), lte: now };
  const rows = await client.articleText.findMany({
    where: { published: true, publishedAt: due },
    select: { articleId: true },
    distinct: ['articleId'],
  });
  const ids = rows.map((row) => row.articleId);
  if (ids.length > 0) articlesChanged(...ids);
  return ids;
}

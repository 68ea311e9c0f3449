import 'server-only';
import { articlesChanged } from '@/lib/blog/save-article';
import { db } from '@/lib/database/client';

/** Longer than the job's period, so that a page cached just before the time is dropped too. */
const lookBackMs = 2 * 60 * 1000;

/** Up to when this process has looked: a database that was away for an hour leaves no article behind. */
let lookedUntil: Date | null = null;

async function findDue(now: Date): Promise<string[]> {
  const recent = new Date(now.getTime() - lookBackMs);
  const since = lookedUntil && lookedUntil < recent ? lookedUntil : recent;
  const rows = await (await db()).articleText.findMany({
    where: { published: true, publishedAt: { gt: since, lte: now } }, select: { articleId: true }, distinct: ['articleId'],
  });
  return rows.map(({ articleId }) => articleId);
}

export async function hasScheduledArticles(now: Date): Promise<boolean> {
  const hasAny = (await findDue(now)).length > 0;
  if (!hasAny) lookedUntil = now;
  return hasAny;
}

/** Publishes articles whose time has come: invalidates the cached pages that lack them, in every process (O8, N8). @returns their ids */
export async function publishScheduledArticles(now: Date): Promise<string[]> {
  const ids = await findDue(now);
  if (ids.length > 0) articlesChanged(...ids);
  lookedUntil = now;
  return ids;
}

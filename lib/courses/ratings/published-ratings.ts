import 'server-only';
import { memoizeUntilInvalidated } from '@/lib/cache/memoize';
import { doNotStore } from '@/lib/cache/page-context';
import { isOn } from '@/lib/content/capabilities';
import { db } from '@/lib/database/client';
import { log } from '@/lib/log';

export interface RatingSummary { count: number; mean: number }

/** Fewer prove nothing (row N1). */
const fewest = 3;

/** By course, for those with enough ratings. Pages that show it have the tag `ratings`; without the database there are none (fault R03). */
export async function ratingSummaries(): Promise<ReadonlyMap<string, RatingSummary>> {
  if (!(await isOn('ratings'))) return new Map();
  try {
    return await memoizeUntilInvalidated('rating-summaries', ['ratings'], readSummaries);
  } catch (error) {
    log.warn({ err: error }, 'ratings could not be read');
    doNotStore();
    return new Map();
  }
}

async function readSummaries(): Promise<Map<string, RatingSummary>> {
  const client = await db();
  const groups = await client.courseRating.groupBy({ by: ['courseSlug'], where: { status: 'published' }, _avg: { stars: true }, _count: { _all: true } });
  const known = groups.map(({ courseSlug, _avg, _count }) => [courseSlug, { count: _count._all, mean: _avg.stars ?? 0 }] as const);
  return new Map(known.filter(([, { count }]) => count >= fewest));
}

export interface PublishedRating { id: string; stars: number; text: string; answer: string | null; changedAt: Date; /** The first name alone. */ learner: string }

/** The newest with a text. */
export async function listPublishedRatings(courseSlug: string, most: number): Promise<PublishedRating[]> {
  try {
    const client = await db();
    const rows = await client.courseRating.findMany({
      where: { courseSlug, status: 'published', text: { not: '' } }, orderBy: [{ changedAt: 'desc' }, { id: 'desc' }], take: most,
      select: { id: true, stars: true, text: true, answer: true, changedAt: true, user: { select: { name: true } } },
    });
    return rows.map(({ user, ...row }) => ({ ...row, learner: user.name.split(' ')[0] ?? '' }));
  } catch (error) {
    log.warn({ err: error, course: courseSlug }, 'ratings could not be read');
    doNotStore();
    return [];
  }
}

import 'server-only';
import { db } from '@/lib/database/client';

const fewest = 10;

/** How many learners a course has, rounded down to tens; null below ten, which proves nothing (row N2). Pages that show it have the tag `learners`. */
export async function shownLearners(courseSlug: string): Promise<number | null> {
  const client = await db();
  const count = await client.enrolment.count({ where: { courseSlug, revokedAt: null } });
  return count < fewest ? null : count - (count % fewest);
}

/** Whether anybody got or lost a course since then. */
export async function haveLearnersChanged(since: Date): Promise<boolean> {
  const client = await db();
  return (await client.enrolment.findFirst({ where: { OR: [{ grantedAt: { gte: since } }, { revokedAt: { gte: since } }] }, select: { id: true } })) !== null;
}

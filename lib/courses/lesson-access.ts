import 'server-only';
import { db } from '@/lib/db';

/**
 * The evidence of row P7: the first playlist, stream or getVideo answer of a lesson. A free preview is never written
 * here; callers pass only what was bought.
 */
export async function recordLessonAccess(access: { userId: string; courseSlug: string; lesson: string; now: Date }): Promise<void> {
  const client = await db();
  const { now, ...where } = access;
  await client.lessonAccess.createMany({ data: [{ ...where, firstAt: now }], skipDuplicates: true });
}

/** How many of the course's lessons somebody opened, of how many that count. */
export async function countLessonAccess({ userId, courseSlug }: { userId: string; courseSlug: string }): Promise<{ accessed: number; countable: number }> {
  const client = await db();
  const [accessed, countable] = await Promise.all([
    client.lessonAccess.count({ where: { userId, courseSlug } }),
    client.lesson.count({ where: { courseSlug, freePreview: false } }),
  ]);
  return { accessed, countable };
}

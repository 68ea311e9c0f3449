import 'server-only';
import { z } from 'zod';
import { assertLearner, assertOwner, type MaybeActor } from '@/lib/actor';
import { invalidate, purge } from '@/lib/cache/invalidate';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { lessonsOf, type Course } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { isLessonFinished } from '@/lib/courses/progress/progress';
import { readProgress, type CourseProgress } from '@/lib/courses/progress/progress';
import { db, transaction } from '@/lib/database/client';
import { takeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, type Language } from '@/lib/language';
import { forbidden, notFound, Problem } from '@/lib/problem';

export const ratingSchema = z.object({
  stars: z.preprocess((given) => (given === '' || given === undefined ? 0 : typeof given === 'string' ? Number(given) : given), z.number('rating_invalid').int('rating_invalid').min(1, 'rating_required').max(5, 'rating_invalid')),
  text: z.string().trim().max(2000, 'too_long').default(''),
});

export interface OwnRating { stars: number; text: string; status: 'waiting' | 'published' | 'hidden' }

/** A third of the lessons, watched to the end: who saw less cannot say much. */
const enoughShare = 1 / 3;

export function hasSeenEnough(course: Pick<Course, 'chapters'>, { lessons: progress }: CourseProgress): boolean {
  const lessons = lessonsOf(course);
  return lessons.filter((lesson) => isLessonFinished(lesson, progress[lesson.file])).length >= Math.max(1, lessons.length * enoughShare);
}

const columns = { stars: true, text: true, status: true } as const;

export interface RatingOfCourse { course: Course; own: OwnRating | null; mayRate: boolean }

/** For the learner's own rating of a course; null for a course that is not there, or not theirs. @throws Problem 401, 403 */
export async function readRating(actor: MaybeActor, courseSlug: string, lang: Language): Promise<RatingOfCourse | null> {
  assertLearner(actor);
  const owner = { userId: actor.userId, courseSlug };
  const course = await findCourse(courseSlug, lang);
  if (!course || !(await isEnrolled(owner))) return null;
  const client = await db();
  const [own, progress] = await Promise.all([client.courseRating.findUnique({ where: { userId_courseSlug: owner }, select: columns }), readProgress(owner)]);
  return { course, own, mayRate: hasSeenEnough(course, progress) };
}

interface Rating { actor: MaybeActor; userId: string; courseSlug: string; rating: z.output<typeof ratingSchema>; now: Date }

/** A hidden rating may wait for a moderator again with a new text; without one it stays hidden. */
function statusAfter(before: { text: string; status: OwnRating['status']; heldBack: boolean } | null, text: string): OwnRating['status'] {
  if (text === '') return before?.heldBack ? 'hidden' : 'published';
  return before?.text === text ? before.status : 'waiting';
}

/**
 * N4: one rating for each learner and course, which may be changed. Stars alone are published at once; a new text waits for a moderator.
 * @throws Problem 401, 403 `not-purchased`, 404, 409 `rating-too-early`, 429
 */
export async function rateCourse({ actor, userId, courseSlug, rating, now }: Rating): Promise<OwnRating> {
  assertOwner(actor, userId);
  const course = await findCourse(courseSlug, defaultLanguage);
  if (!course) throw notFound();
  const owner = { userId, courseSlug };
  if (!(await isEnrolled(owner))) throw forbidden('not-purchased');
  if (!hasSeenEnough(course, await readProgress(owner))) throw new Problem(409, 'rating-too-early');
  await takeLimit('rating-user', userId, now);
  const { before, stored } = await transaction(async (tx) => {
    // Or a moderator might hide it between the look and the change.
    await tx.$queryRaw`SELECT 1 AS locked FROM "CourseRating" WHERE "userId" = ${userId} AND "courseSlug" = ${courseSlug} FOR UPDATE`;
    const before = await tx.courseRating.findUnique({ where: { userId_courseSlug: owner }, select: { ...columns, heldBack: true } });
    const change = { ...rating, status: statusAfter(before, rating.text), changedAt: now };
    const stored = await tx.courseRating.upsert({ where: { userId_courseSlug: owner }, create: { ...owner, ...change, createdAt: now }, update: change, select: columns });
    return { before, stored };
  });
  if (before?.status === 'published' && stored.status !== 'published') purge('ratings');
  else if (stored.status === 'published') invalidate('ratings');
  return stored;
}

import { z } from 'zod';
import { invalidate, memoizeUntilInvalidated, purge } from '@/lib/cache/invalidate';
import { markPageDegraded } from '@/lib/cache/page-context';
import { isEnabled } from '@/lib/content/enabled-features';
import { findCourse } from '@/lib/courses/catalogue/catalogue';
import { type Course, lessonsOf } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { type CourseProgress, isLessonFinished, readProgress } from '@/lib/courses/progress/progress';
import { db, Prisma, transaction } from '@/lib/database/client';
import { consumeLimit } from '@/lib/database/rate-limit';
import { defaultLanguage, type Language } from '@/lib/language';
import { log } from '@/lib/log';
import { assertLearner, assertSameUser, type MaybeActor } from '@/lib/permissions';
import { forbidden, notFound, Problem } from '@/lib/problem';

export const ratingSchema = z.object({
  stars: z.preprocess(
    (given) => (given === '' || given === undefined ? 0 : typeof given === 'string' ? Number(given) : given),
    z.number('rating_invalid').int('rating_invalid').min(1, 'rating_required').max(5, 'rating_invalid'),
  ),
  text: z.string().trim().max(2000, 'too_long').default(''),
});

export interface OwnRating {
  stars: number;
  text: string;
  status: 'waiting' | 'published' | 'hidden';
}

/** A learner must finish a third of the lessons before rating the course. */
const enoughShare = 1 / 3;

export function hasWatchedEnough(course: Pick<Course, 'chapters'>, { lessons: progress }: CourseProgress): boolean {
  const lessons = lessonsOf(course);
  return (
    lessons.filter((lesson) => isLessonFinished(lesson, progress[lesson.file])).length >=
    Math.max(1, lessons.length * enoughShare)
  );
}

const columns = { stars: true, text: true, status: true } as const;

export interface CourseRating {
  course: Course;
  own: OwnRating | null;
  mayRate: boolean;
}

export async function readRating(actor: MaybeActor, courseSlug: string, lang: Language): Promise<CourseRating | null> {
  assertLearner(actor);
  const owner = { userId: actor.userId, courseSlug };
  const course = await findCourse(courseSlug, lang);
  if (!course || !(await isEnrolled(owner))) return null;
  const client = await db();
  const [own, progress] = await Promise.all([
    client.courseRating.findUnique({ where: { userId_courseSlug: owner }, select: columns }),
    readProgress(owner),
  ]);
  return { course, own, mayRate: hasWatchedEnough(course, progress) };
}

interface RateCourseInput {
  actor: MaybeActor;
  userId: string;
  courseSlug: string;
  rating: z.output<typeof ratingSchema>;
  now: Date;
}

/** A hidden rating with a new text waits for moderation again. Without a text, the rating stays hidden. */
function nextRatingStatus(
  before: { text: string; status: OwnRating['status']; heldBack: boolean } | null,
  text: string,
): OwnRating['status'] {
  if (text === '') return before?.heldBack ? 'hidden' : 'published';
  return before?.text === text ? before.status : 'waiting';
}

/** A new text waits for moderation. @throws Problem 401, 403 `not-purchased`, 404, 409 `rating-too-early`, 429 */
export async function rateCourse({ actor, userId, courseSlug, rating, now }: RateCourseInput): Promise<OwnRating> {
  assertSameUser(actor, userId);
  const course = await findCourse(courseSlug, defaultLanguage);
  if (!course) throw notFound();
  const owner = { userId, courseSlug };
  if (!(await isEnrolled(owner))) throw forbidden('not-purchased');
  if (!hasWatchedEnough(course, await readProgress(owner))) throw new Problem(409, 'rating-too-early');
  await consumeLimit('rating-user', userId, now);
  const { before, stored } = await transaction(async (tx) => {
    // Lock the row, so that a moderator cannot hide it between the read and the update.
    await tx.$queryRaw`SELECT 1 AS locked FROM "CourseRating" WHERE "userId" = ${userId} AND "courseSlug" = ${courseSlug} FOR UPDATE`;
    const before = await tx.courseRating.findUnique({
      where: { userId_courseSlug: owner },
      select: { ...columns, heldBack: true },
    });
    const change = { ...rating, status: nextRatingStatus(before, rating.text), changedAt: now };
    const stored = await tx.courseRating.upsert({
      where: { userId_courseSlug: owner },
      create: { ...owner, ...change, createdAt: now },
      update: change,
      select: columns,
    });
    return { before, stored };
  });
  if (before?.status === 'published' && stored.status !== 'published') purge('ratings');
  else if (stored.status === 'published') invalidate('ratings');
  return stored;
}

export interface RatingSummary {
  count: number;
  mean: number;
}

/** The mean of fewer ratings says little (row N1). */
const minRatingsShown = 3;

/** Returns no ratings while the database is down (fault R03). Pages that show them carry the tag `ratings`. */
export async function readRatingSummaries(): Promise<ReadonlyMap<string, RatingSummary>> {
  if (!(await isEnabled('ratings'))) return new Map();
  try {
    return await memoizeUntilInvalidated('rating-summaries', ['ratings'], readSummaries);
  } catch (error) {
    log.warn({ err: error }, 'Ratings could not be read; pages are shown without them');
    markPageDegraded();
    return new Map();
  }
}

/** SQL condition: visitors see rating `r`. Ratings of learners who no longer have the course are left out (row N4). */
const shownCondition = Prisma.sql`r."status" = 'published' AND EXISTS (
  SELECT 1 FROM "Enrolment" e WHERE e."userId" = r."userId" AND e."courseSlug" = r."courseSlug" AND e."revokedAt" IS NULL)`;

async function readSummaries(): Promise<Map<string, RatingSummary>> {
  const client = await db();
  const rows = await client.$queryRaw<Array<RatingSummary & { courseSlug: string }>>`
    SELECT r."courseSlug", count(*)::int AS count, avg(r."stars")::float8 AS mean FROM "CourseRating" r
    WHERE ${shownCondition} GROUP BY r."courseSlug" HAVING count(*) >= ${minRatingsShown}`;
  return new Map(rows.map(({ courseSlug, ...summary }) => [courseSlug, summary]));
}

interface PublishedRating {
  id: string;
  stars: number;
  text: string;
  answer: string | null;
  changedAt: Date;
  /** First name only. */
  learner: string;
}

export async function listPublishedRatings(courseSlug: string, limit: number): Promise<PublishedRating[]> {
  try {
    const client = await db();
    const rows = await client.$queryRaw<Array<Omit<PublishedRating, 'learner'> & { name: string }>>`
      SELECT r."id", r."stars", r."text", r."answer", r."changedAt", u."name" FROM "CourseRating" r
      JOIN "User" u ON u."id" = r."userId" WHERE r."courseSlug" = ${courseSlug} AND r."text" <> '' AND ${shownCondition}
      ORDER BY r."changedAt" DESC, r."id" DESC LIMIT ${limit}`;
    return rows.map(({ name, ...row }) => ({ ...row, learner: name.split(' ')[0] ?? '' }));
  } catch (error) {
    log.warn({ err: error, course: courseSlug }, 'Ratings could not be read; pages are shown without them');
    markPageDegraded();
    return [];
  }
}

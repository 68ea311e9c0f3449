import { findCourse, findCourseOrMoved } from '@/lib/courses/catalogue/catalogue';
import { findLesson, type Lesson, lessonsOf } from '@/lib/courses/catalogue/course';
import { readProgress } from '@/lib/courses/progress/progress';
import { type Database, db, Prisma, transaction, type Tx } from '@/lib/database/client';
import { defaultLanguage } from '@/lib/language';
import { type Actor, assertLearner, assertSameUser, isLearner, may, type MaybeActor } from '@/lib/permissions';
import { forbidden, notFound } from '@/lib/problem';
import { refundRequestedCondition } from './enrolment';

/** During a refund request (row P7), only free previews and lessons opened before stay open. */
export type CourseAccess =
  | { state: 'not-purchased' }
  | { state: 'open'; grantedAt: Date | null }
  | { state: 'refund-requested'; grantedAt: Date; opened: ReadonlySet<string> };

interface CourseAccessQuery {
  actor: MaybeActor;
  courseSlug: string;
}
type LessonKey = Pick<Lesson, 'file' | 'freePreview'>;

export async function findCourseAccess({ actor, courseSlug }: CourseAccessQuery): Promise<CourseAccess> {
  if (!isLearner(actor)) return { state: 'not-purchased' };
  return may(actor, 'administer')
    ? { state: 'open', grantedAt: null }
    : readCourseAccess(await db(), actor.userId, courseSlug);
}

export async function readCourseAccess(
  client: Database | Tx,
  userId: string,
  courseSlug: string,
): Promise<CourseAccess> {
  const [enrolment] = await client.$queryRaw<Array<{ refundRequested: boolean; grantedAt: Date }>>`
    SELECT ${refundRequestedCondition} AS "refundRequested", e."grantedAt" FROM "Enrolment" e LEFT JOIN "Order" o ON o."id" = e."orderId"
    WHERE e."userId" = ${userId} AND e."courseSlug" = ${courseSlug} AND e."revokedAt" IS NULL`;
  if (!enrolment) return { state: 'not-purchased' };
  const { grantedAt } = enrolment;
  if (!enrolment.refundRequested) return { state: 'open', grantedAt };
  const rows = await readOpenedLessons(client, { userId, courseSlug });
  return { state: 'refund-requested', grantedAt, opened: new Set(rows.map(({ lesson }) => lesson)) };
}

export function isLessonOpen(access: CourseAccess, lesson: LessonKey): boolean {
  if (access.state === 'refund-requested') return lesson.freePreview || access.opened.has(lesson.file);
  return access.state === 'open';
}

/** @throws Problem 403 `not-purchased`, 403 `refund-requested` for a lesson that a refund request has closed */
export function assertLessonOpen(access: CourseAccess, lesson: LessonKey): void {
  if (!isLessonOpen(access, lesson))
    throw forbidden(access.state === 'refund-requested' ? 'refund-requested' : 'not-purchased');
}

/** Locks the order (row P7): a concurrent refund request either counts this lesson or keeps it closed. */
export async function recordFirstOpening({
  actor,
  courseSlug,
  lesson,
  now,
}: CourseAccessQuery & { lesson: LessonKey; now: Date }): Promise<boolean> {
  if (!actor || lesson.freePreview || may(actor, 'administer')) return false;
  const { userId } = actor;
  if (await isOpeningRecorded(await db(), { userId, courseSlug }, lesson)) return true;
  await transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 AS locked FROM "Order" WHERE id IN (SELECT "orderId" FROM "Enrolment" WHERE "userId" = ${userId} AND "courseSlug" = ${courseSlug}) FOR SHARE`;
    assertLessonOpen(await readCourseAccess(tx, userId, courseSlug), lesson);
    await tx.lessonAccess.createMany({
      data: [{ userId, courseSlug, lesson: lesson.file, firstAt: now }],
      skipDuplicates: true,
    });
    // An opening before a refund belongs to the refunded purchase, so record another for the new purchase.
    await tx.lessonAccess.updateMany({
      where: {
        userId,
        courseSlug,
        lesson: lesson.file,
        firstAt: { lt: await readAccessStart(tx, { userId, courseSlug }) },
      },
      data: { firstAt: now },
    });
  });
  return true;
}

interface EnrolmentKey {
  userId: string;
  courseSlug: string;
}

/** Avoids the transaction for all reports but the first, because players report every few seconds. */
async function isOpeningRecorded(
  client: Database,
  { userId, courseSlug }: EnrolmentKey,
  { file }: LessonKey,
): Promise<boolean> {
  const rows = await client.$queryRaw<unknown[]>`
    SELECT 1 AS recorded FROM "LessonAccess" a
    LEFT JOIN "Enrolment" e ON e."userId" = a."userId" AND e."courseSlug" = a."courseSlug"
    LEFT JOIN "Order" o ON o."id" = e."orderId"
    WHERE a."userId" = ${userId} AND a."courseSlug" = ${courseSlug} AND a."lesson" = ${file}
      AND a."firstAt" >= coalesce(${accessStart}, '-infinity')`;
  return rows.length > 0;
}

/**
 * SQL: the start of the purchase of enrolment `e`, whose order is `o`. Lessons opened earlier belong to a refunded one.
 * An admin who closes and reopens a course does not restart the access.
 */
const accessStart = Prisma.sql`least(e."grantedAt", CASE o."purpose"
  WHEN 'self' THEN o."paidAt"
  WHEN 'gift' THEN (SELECT g."openedAt" FROM "Gift" g WHERE g."orderId" = o."id")
  WHEN 'seats' THEN (SELECT max(s."acceptedAt") FROM "Seat" s WHERE s."orderId" = o."id" AND s."holderId" = e."userId")
END)`;

async function readAccessStart(client: Database | Tx, { userId, courseSlug }: EnrolmentKey): Promise<Date> {
  const [access] = await client.$queryRaw<Array<{ beganAt: Date }>>`
    SELECT ${accessStart} AS "beganAt"
    FROM "Enrolment" e LEFT JOIN "Order" o ON o."id" = e."orderId" WHERE e."userId" = ${userId} AND e."courseSlug" = ${courseSlug}`;
  return access?.beganAt ?? new Date(0);
}

async function readOpenedLessons(
  client: Database | Tx,
  enrolment: EnrolmentKey,
): Promise<Array<{ lesson: string; firstAt: Date }>> {
  return client.lessonAccess.findMany({
    where: {
      userId: enrolment.userId,
      courseSlug: enrolment.courseSlug,
      firstAt: { gte: await readAccessStart(client, enrolment) },
    },
    orderBy: [{ firstAt: 'asc' }, { lesson: 'asc' }],
    select: { lesson: true, firstAt: true },
  });
}

interface LessonAccessCounts {
  readonly accessed: number;
  readonly countable: number;
}

export const countLessonAccess = async (tx: Database | Tx, enrolment: EnrolmentKey): Promise<LessonAccessCounts> =>
  (await countLessonAccesses(tx, [enrolment]))(enrolment);

/** Takes two queries for any number of learners and courses, because a team has up to fifty seats. */
export async function countLessonAccesses(
  tx: Database | Tx,
  enrolments: readonly EnrolmentKey[],
): Promise<(enrolment: EnrolmentKey) => LessonAccessCounts> {
  const userIds = enrolments.map(({ userId }) => userId);
  const courseSlugs = enrolments.map(({ courseSlug }) => courseSlug);
  const opened = await tx.$queryRaw<Array<EnrolmentKey & { count: number }>>`
    SELECT a."userId", a."courseSlug", count(*)::int AS count FROM "LessonAccess" a
    LEFT JOIN "Enrolment" e ON e."userId" = a."userId" AND e."courseSlug" = a."courseSlug"
    LEFT JOIN "Order" o ON o."id" = e."orderId"
    WHERE (a."userId", a."courseSlug") IN (SELECT * FROM unnest(${userIds}::text[], ${courseSlugs}::text[]))
      AND a."firstAt" >= coalesce(${accessStart}, '-infinity')
    GROUP BY a."userId", a."courseSlug"`;
  const lessons = await tx.lesson.groupBy({
    by: ['courseSlug'],
    where: { courseSlug: { in: courseSlugs }, freePreview: false },
    _count: true,
  });
  return ({ userId, courseSlug }) => ({
    accessed: opened.find((row) => row.userId === userId && row.courseSlug === courseSlug)?.count ?? 0,
    countable: lessons.find((row) => row.courseSlug === courseSlug)?._count ?? 0,
  });
}

export const listOpenedLessons = async (enrolment: EnrolmentKey): Promise<Array<{ lesson: string; firstAt: Date }>> =>
  readOpenedLessons(await db(), enrolment);

export interface LessonPlace {
  courseSlug: string;
  lesson: string;
}

export async function requireOpenLesson(
  actor: MaybeActor,
  { courseSlug, lesson }: LessonPlace,
): Promise<{ actor: Actor; lesson: Lesson }> {
  assertLearner(actor);
  const course = await findCourse(courseSlug, defaultLanguage);
  const located = course && findLesson(course, lesson);
  if (!located) throw notFound();
  assertLessonOpen(await findCourseAccess({ actor, courseSlug }), located);
  return { actor, lesson: located };
}

interface OpenLesson {
  courseSlug: string;
  lesson: string;
  positionSeconds: number;
}
interface OpenLessons {
  answeredAt: Date;
  lessons: OpenLesson[];
}

const maxCoursesPerRequest = 50;

interface ListOpenLessonsInput {
  actor: MaybeActor;
  userId: string;
  courseSlugs: readonly string[];
  now: Date;
}

/** Lists a renamed course under the slug that was asked for (row N18). */
export async function listOpenLessons({ actor, userId, courseSlugs, now }: ListOpenLessonsInput): Promise<OpenLessons> {
  assertSameUser(actor, userId);
  const requestedSlugs = [...new Set(courseSlugs)].slice(0, maxCoursesPerRequest);
  const lessons = await Promise.all(
    requestedSlugs.map(async (courseSlug): Promise<OpenLesson[]> => {
      const course = await findCourseOrMoved(courseSlug, defaultLanguage);
      if (!course) return [];
      const access = await findCourseAccess({ actor, courseSlug: course.slug });
      const progress = await readProgress({ userId, courseSlug: course.slug });
      return lessonsOf(course)
        .filter((lesson) => isLessonOpen(access, lesson))
        .map(({ file }) => ({
          courseSlug,
          lesson: file,
          positionSeconds: progress.lessons[file]?.positionSeconds ?? 0,
        }));
    }),
  );
  return { answeredAt: now, lessons: lessons.flat() };
}

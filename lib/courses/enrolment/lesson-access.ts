import 'server-only';
import { isLearner, may, type MaybeActor } from '@/lib/actor';
import { db, transaction, type Database, type Tx } from '@/lib/database/client';
import { refundRequested } from './enrolment';
import { forbidden } from '@/lib/problem';
import type { Lesson } from '@/lib/courses/catalogue/course';

/**
 * What of a course is open to somebody. While a refund is asked for (row P7) only what was opened before stays open,
 * and the free previews; the decision ends that one way or the other.
 */
export type CourseAccess =
  | { state: 'not-purchased' }
  /** `grantedAt` is null for an administrator, to whom every course is open. */
  | { state: 'open'; grantedAt: Date | null }
  | { state: 'refund-requested'; grantedAt: Date; opened: ReadonlySet<string> };

interface Asked { actor: MaybeActor; courseSlug: string }
type LessonKey = Pick<Lesson, 'file' | 'freePreview'>;

export async function findCourseAccess({ actor, courseSlug }: Asked): Promise<CourseAccess> {
  if (!isLearner(actor)) return { state: 'not-purchased' };
  return may(actor, 'administer') ? { state: 'open', grantedAt: null } : accessOf(await db(), actor.userId, courseSlug);
}

/** As `findCourseAccess`, for a learner, in the caller's transaction. */
export async function accessOf(client: Database | Tx, userId: string, courseSlug: string): Promise<CourseAccess> {
  const [enrolment] = await client.$queryRaw<Array<{ refundRequested: boolean; grantedAt: Date }>>`
    SELECT ${refundRequested} AS "refundRequested", e."grantedAt" FROM "Enrolment" e LEFT JOIN "Order" o ON o."id" = e."orderId"
    WHERE e."userId" = ${userId} AND e."courseSlug" = ${courseSlug} AND e."revokedAt" IS NULL`;
  if (!enrolment) return { state: 'not-purchased' };
  const { grantedAt } = enrolment;
  if (!enrolment.refundRequested) return { state: 'open', grantedAt };
  const rows = await openedLessons(client, { userId, courseSlug });
  return { state: 'refund-requested', grantedAt, opened: new Set(rows.map(({ lesson }) => lesson)) };
}

export function isLessonOpen(access: CourseAccess, lesson: LessonKey): boolean {
  if (access.state === 'refund-requested') return lesson.freePreview || access.opened.has(lesson.file);
  return access.state === 'open';
}

/** @throws Problem 403 `not-purchased`, or `refund-requested` for a lesson closed by the request */
export function assertLessonOpen(access: CourseAccess, lesson: LessonKey): void {
  if (!isLessonOpen(access, lesson)) throw forbidden(access.state === 'refund-requested' ? 'refund-requested' : 'not-purchased');
}

/**
 * Writes the evidence of row P7: the first playlist, stream or getVideo answer of a lesson. A free preview and an
 * administrator's look are none. The order is locked against a refund request of the same moment: either the request
 * counts this lesson, or the lesson stays closed.
 * @returns whether it stands in the evidence now
 * @throws as `assertLessonOpen`
 */
export async function openLessonFirst({ actor, courseSlug, lesson, now }: Asked & { lesson: LessonKey; now: Date }): Promise<boolean> {
  if (!actor || lesson.freePreview || may(actor, 'administer')) return false;
  const { userId } = actor;
  await transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 AS locked FROM "Order" WHERE id IN (SELECT "orderId" FROM "Enrolment" WHERE "userId" = ${userId} AND "courseSlug" = ${courseSlug}) FOR SHARE`;
    assertLessonOpen(await accessOf(tx, userId, courseSlug), lesson);
    await tx.lessonAccess.createMany({ data: [{ userId, courseSlug, lesson: lesson.file, firstAt: now }], skipDuplicates: true });
    // Opened before a refund: of what was bought anew it is the first time.
    await tx.lessonAccess.updateMany({ where: { userId, courseSlug, lesson: lesson.file, firstAt: { lt: await beganAt(tx, { userId, courseSlug }) } }, data: { firstAt: now } });
  });
  return true;
}

interface Learning { userId: string; courseSlug: string }

/**
 * When the present access to a course began: what was opened before belongs to a purchase that was given back. An access that an administrator
 * closed and opened again goes on, hence the earlier time of payment or acceptance. Long ago without an access.
 */
async function beganAt(client: Database | Tx, { userId, courseSlug }: Learning): Promise<Date> {
  const [access] = await client.$queryRaw<Array<{ beganAt: Date }>>`
    SELECT least(e."grantedAt", CASE o."purpose"
      WHEN 'self' THEN o."paidAt"
      WHEN 'gift' THEN (SELECT g."openedAt" FROM "Gift" g WHERE g."orderId" = o."id")
      WHEN 'seats' THEN (SELECT max(s."acceptedAt") FROM "Seat" s WHERE s."orderId" = o."id" AND s."holderId" = e."userId")
    END) AS "beganAt"
    FROM "Enrolment" e LEFT JOIN "Order" o ON o."id" = e."orderId" WHERE e."userId" = ${userId} AND e."courseSlug" = ${courseSlug}`;
  return access?.beganAt ?? new Date(0);
}

/** Since the present access began, the first one first. */
async function openedLessons(client: Database | Tx, learning: Learning): Promise<Array<{ lesson: string; firstAt: Date }>> {
  return client.lessonAccess.findMany({
    where: { userId: learning.userId, courseSlug: learning.courseSlug, firstAt: { gte: await beganAt(client, learning) } }, orderBy: [{ firstAt: 'asc' }, { lesson: 'asc' }], select: { lesson: true, firstAt: true },
  });
}

/** How many of the course's lessons somebody opened since the present access began, of how many that count. */
export async function countLessonAccess(tx: Database | Tx, { userId, courseSlug }: Learning): Promise<{ accessed: number; countable: number }> {
  const accessed = (await openedLessons(tx, { userId, courseSlug })).length;
  const countable = await tx.lesson.count({ where: { courseSlug, freePreview: false } });
  return { accessed, countable };
}

/** As the refund policy counts them, the first one first. */
export const listOpenedLessons = async (learning: Learning): Promise<Array<{ lesson: string; firstAt: Date }>> => openedLessons(await db(), learning);

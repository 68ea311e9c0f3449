import { invalidate } from '@/lib/cache/invalidate';
import { db, Prisma, type Tx } from '@/lib/database/client';

interface EnrolmentGrant {
  userId: string;
  courseSlug: string;
  orderId: string | null;
  source: 'purchase' | 'admin';
  now: Date;
}

/** Idempotent (row P5); reopens a revoked enrolment. @returns whether access is new */
export async function grantEnrolment(
  tx: Tx,
  { userId, courseSlug, orderId, source, now }: EnrolmentGrant,
): Promise<boolean> {
  const created = await tx.enrolment.createMany({
    data: [{ userId, courseSlug, orderId, source, grantedAt: now }],
    skipDuplicates: true,
  });
  if (created.count > 0) return true;
  const opened = await tx.enrolment.updateMany({
    where: { userId, courseSlug, revokedAt: { not: null } },
    data: { revokedAt: null, orderId, source, grantedAt: now },
  });
  // Visitors see ratings only of learners who have the course (row N4).
  if (opened.count > 0) invalidate('ratings');
  return opened.count > 0;
}

/** With an `orderId`, ends only access bought with that order. @returns whether access ended */
export async function revokeEnrolment(
  tx: Tx,
  { userId, courseSlug, orderId, now }: { userId: string; courseSlug: string; orderId?: string; now: Date },
): Promise<boolean> {
  const ended = await tx.enrolment.updateMany({
    where: { userId, courseSlug, revokedAt: null, ...(orderId === undefined ? {} : { orderId }) },
    data: { revokedAt: now },
  });
  if (ended.count > 0) invalidate('ratings');
  return ended.count > 0;
}

export async function isEnrolled(
  { userId, courseSlug }: { userId: string; courseSlug: string },
  tx?: Tx,
): Promise<boolean> {
  const client = tx ?? (await db());
  const row = await client.enrolment.findUnique({
    where: { userId_courseSlug: { userId, courseSlug } },
    select: { revokedAt: true },
  });
  return row !== null && row.revokedAt === null;
}

export async function listOwnedCourses(
  { userId, courseSlugs }: { userId: string; courseSlugs: readonly string[] },
  tx?: Tx,
): Promise<string[]> {
  const client = tx ?? (await db());
  const rows = await client.enrolment.findMany({
    where: { userId, courseSlug: { in: [...courseSlugs] }, revokedAt: null },
    select: { courseSlug: true },
  });
  return rows.map(({ courseSlug }) => courseSlug);
}

/** SQL condition: an open refund request includes the course of enrolment `e`, whose order is `o` (row P7). */
export const refundRequestedCondition = Prisma.sql`(coalesce(o."status" = 'refund_requested', false) AND EXISTS (
  SELECT 1 FROM "RefundLine" r JOIN "OrderLine" l ON l."orderId" = r."orderId" AND l."position" = r."position"
  JOIN "RefundRequest" q ON q."id" = r."requestId"
  WHERE r."orderId" = o."id" AND l."courseSlug" = e."courseSlug" AND q."status" NOT IN ('done', 'refused')
    AND NOT EXISTS (SELECT 1 FROM "Seat" s WHERE s."orderId" = l."orderId" AND s."position" = l."position" AND s."holderId" IS DISTINCT FROM e."userId")))`;

/** `productKey` is null if an admin granted the course. */
export interface OpenEnrolment {
  courseSlug: string;
  productKey: string | null;
  refundRequested: boolean;
}

export async function listEnrolments(userId: string): Promise<OpenEnrolment[]> {
  const client = await db();
  return client.$queryRaw<OpenEnrolment[]>`
    SELECT e."courseSlug", o."productKey", ${refundRequestedCondition} AS "refundRequested"
    FROM "Enrolment" e LEFT JOIN "Order" o ON o."id" = e."orderId" WHERE e."userId" = ${userId} AND e."revokedAt" IS NULL ORDER BY e."grantedAt" DESC`;
}

const minShownLearners = 10;

/** Rounds down to tens; null below ten (row N2). Pages that show the number carry the tag `learners`. */
export async function readLearnerCount(courseSlug: string): Promise<number | null> {
  const client = await db();
  const count = await client.enrolment.count({ where: { courseSlug, revokedAt: null } });
  return count < minShownLearners ? null : count - (count % minShownLearners);
}

export async function haveLearnersChanged(since: Date): Promise<boolean> {
  const client = await db();
  return (
    (await client.enrolment.findFirst({
      where: { OR: [{ grantedAt: { gte: since } }, { revokedAt: { gte: since } }] },
      select: { id: true },
    })) !== null
  );
}

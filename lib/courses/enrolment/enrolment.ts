import 'server-only';
import { db, Prisma, type Tx } from '@/lib/database/client';

interface Grant { userId: string; courseSlug: string; orderId: string | null; source: 'purchase' | 'admin'; now: Date }

/**
 * Opens a course for somebody, in the caller's transaction. Asked twice it changes nothing (row P5); a course that was
 * given back is opened again. Says whether access is new.
 */
export async function grantEnrolment(tx: Tx, { userId, courseSlug, orderId, source, now }: Grant): Promise<boolean> {
  const made = await tx.enrolment.createMany({
    data: [{ userId, courseSlug, orderId, source, grantedAt: now }], skipDuplicates: true,
  });
  if (made.count > 0) return true;
  const opened = await tx.enrolment.updateMany({
    where: { userId, courseSlug, revokedAt: { not: null } },
    data: { revokedAt: null, orderId, source, grantedAt: now },
  });
  return opened.count > 0;
}

/** Ends access. With an `orderId` only the access that this order bought. Says whether there was any. */
export async function revokeEnrolment(
  tx: Tx, { userId, courseSlug, orderId, now }: { userId: string; courseSlug: string; orderId?: string; now: Date },
): Promise<boolean> {
  const ended = await tx.enrolment.updateMany({
    where: { userId, courseSlug, revokedAt: null, ...(orderId === undefined ? {} : { orderId }) },
    data: { revokedAt: now },
  });
  return ended.count > 0;
}

export async function isEnrolled({ userId, courseSlug }: { userId: string; courseSlug: string }, tx?: Tx): Promise<boolean> {
  const client = tx ?? (await db());
  const row = await client.enrolment.findUnique({
    where: { userId_courseSlug: { userId, courseSlug } }, select: { revokedAt: true },
  });
  return row !== null && row.revokedAt === null;
}

/** Those of the courses that are open to somebody. */
export async function listOwnedCourses({ userId, courseSlugs }: { userId: string; courseSlugs: readonly string[] }, tx?: Tx): Promise<string[]> {
  const client = tx ?? (await db());
  const rows = await client.enrolment.findMany({ where: { userId, courseSlug: { in: [...courseSlugs] }, revokedAt: null }, select: { courseSlug: true } });
  return rows.map(({ courseSlug }) => courseSlug);
}

/** Of an enrolment `e` and its order `o`: whether the refund that is asked for takes this course back (row P7); of several seats, this person's. */
export const refundRequested = Prisma.sql`(coalesce(o."status" = 'refund_requested', false) AND EXISTS (
  SELECT 1 FROM "RefundLine" r JOIN "OrderLine" l ON l."orderId" = r."orderId" AND l."position" = r."position"
  JOIN "RefundRequest" q ON q."id" = r."requestId"
  WHERE r."orderId" = o."id" AND l."courseSlug" = e."courseSlug" AND q."status" NOT IN ('done', 'refused')
    AND NOT EXISTS (SELECT 1 FROM "Seat" s WHERE s."orderId" = l."orderId" AND s."position" = l."position" AND s."holderId" IS DISTINCT FROM e."userId")))`;

/** `productKey`: what was bought; null for a course that an administrator granted. */
export interface OpenEnrolment { courseSlug: string; productKey: string | null; refundRequested: boolean }

/** The courses that are open to somebody, the newest first. */
export async function listEnrolments(userId: string): Promise<OpenEnrolment[]> {
  const client = await db();
  return client.$queryRaw<OpenEnrolment[]>`
    SELECT e."courseSlug", o."productKey", ${refundRequested} AS "refundRequested"
    FROM "Enrolment" e LEFT JOIN "Order" o ON o."id" = e."orderId" WHERE e."userId" = ${userId} AND e."revokedAt" IS NULL ORDER BY e."grantedAt" DESC`;
}

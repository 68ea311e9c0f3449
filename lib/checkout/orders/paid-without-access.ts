import 'server-only';
import { db } from '@/lib/database/client';

export interface PaidWithoutAccess { orderId: string; number: number }

/**
 * The operator's list that must always be empty: orders that are paid while whom they are for cannot open a course of them: the buyer, who opened the gift, or who holds a seat.
 * Access that an administrator ended by hand afterwards is meant so, and what goes back by itself opened nothing.
 */
export async function listPaidWithoutAccess(): Promise<PaidWithoutAccess[]> {
  const client = await db();
  return client.$queryRaw<PaidWithoutAccess[]>`
    SELECT DISTINCT o."id" AS "orderId", o."number" FROM "Order" o JOIN "OrderLine" l ON l."orderId" = o."id" LEFT JOIN "Gift" g ON g."orderId" = o."id"
      LEFT JOIN "Seat" s ON s."orderId" = l."orderId" AND s."position" = l."position"
    WHERE o."status" IN ('paid', 'refund_requested')
      AND ((o."purpose" = 'self' AND o."userId" IS NOT NULL) OR (o."purpose" = 'gift' AND g."openedById" IS NOT NULL) OR (o."purpose" = 'seats' AND s."holderId" IS NOT NULL))
      AND NOT EXISTS (SELECT 1 FROM "Enrolment" e WHERE e."userId" = CASE o."purpose" WHEN 'gift' THEN g."openedById" WHEN 'seats' THEN s."holderId" ELSE o."userId" END AND e."courseSlug" = l."courseSlug" AND e."revokedAt" IS NULL)
      AND NOT EXISTS (
        SELECT 1 FROM "RefundLine" r JOIN "RefundRequest" q ON q."id" = r."requestId"
        WHERE r."orderId" = l."orderId" AND r."position" = l."position" AND q."status" = 'done')
      AND NOT EXISTS (SELECT 1 FROM "RefundRequest" c WHERE c."orderId" = o."id" AND c."doubleCharge" AND c."reason" = 'coupon-over' AND c."status" <> 'refused')
      AND NOT EXISTS (SELECT 1 FROM "OrderNote" n WHERE n."orderId" = o."id" AND n."kind" = 'revoked' AND n."actorId" IS NOT NULL)
    ORDER BY o."number" DESC`;
}

-- AlterTable
ALTER TABLE "Order" ADD COLUMN     "refundedByHandPiastres" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "RefundRequest" ADD COLUMN     "refundedBeforePiastres" INTEGER;

-- A refund by hand and its note were written at the same moment; the note does not say which charge it was of.
UPDATE "Order" SET "refundedByHandPiastres" = LEAST("refundedPiastres", "byHand"."piastres")
FROM (
    SELECT "OrderNote"."orderId", SUM(("OrderNote"."detail"->>'piastres')::INTEGER)::INTEGER AS "piastres"
    FROM "OrderNote" JOIN "Order" AS "paid" ON "paid"."id" = "OrderNote"."orderId"
    WHERE "OrderNote"."kind" = 'refunded' AND "OrderNote"."detail"->>'byHand' = 'true' AND EXISTS (
        SELECT 1 FROM "RefundRequest"
        WHERE "RefundRequest"."orderId" = "OrderNote"."orderId" AND "RefundRequest"."doneAt" = "OrderNote"."createdAt"
            AND COALESCE("RefundRequest"."transactionId", "paid"."paidTransactionId") = "paid"."paidTransactionId"
    )
    GROUP BY "OrderNote"."orderId"
) AS "byHand"
WHERE "byHand"."orderId" = "Order"."id";

-- What was sent before, as far as the order says: what came back of its own charge and was recorded.
UPDATE "RefundRequest" SET "refundedBeforePiastres" = CASE
    WHEN COALESCE("RefundRequest"."transactionId", "Order"."paidTransactionId") = "Order"."paidTransactionId" THEN "Order"."refundedPiastres" - "Order"."refundedByHandPiastres"
    ELSE 0 END
FROM "Order"
WHERE "Order"."id" = "RefundRequest"."orderId" AND "RefundRequest"."attempts" > 0 AND "RefundRequest"."status" NOT IN ('done', 'refused');

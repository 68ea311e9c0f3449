-- `reason` held a learner's own words or a code of the program. The code is a kind now, which also says what "doubleCharge" said.
CREATE TYPE "RefundKind" AS ENUM ('by_learner', 'made_by_provider', 'double_charge', 'double_purchase', 'buyer_deleted', 'coupon_over', 'other_amount');

ALTER TABLE "RefundRequest" ADD COLUMN "kind" "RefundKind" NOT NULL DEFAULT 'by_learner';

UPDATE "RefundRequest" SET
  "kind" = CASE
    WHEN NOT "doubleCharge" THEN 'made_by_provider'
    WHEN "reason" IN ('double-purchase', 'buyer-deleted', 'coupon-over', 'other-amount') THEN replace("reason", '-', '_')
    ELSE 'double_charge' END::"RefundKind",
  "reason" = ''
-- A refund made at the provider was never decided by anybody.
WHERE "doubleCharge" OR ("reason" = 'made-by-provider' AND "decidedAt" IS NULL AND "status" = 'done');

ALTER TABLE "RefundRequest" DROP COLUMN "doubleCharge";

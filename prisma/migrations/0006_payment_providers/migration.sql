-- AlterTable
ALTER TABLE "Order" ADD COLUMN     "provider" TEXT NOT NULL DEFAULT 'paymob',
ALTER COLUMN "paidTransactionId" SET DATA TYPE TEXT;

-- AlterTable
ALTER TABLE "PaymentAttempt" ALTER COLUMN "intentionOrderId" SET DATA TYPE TEXT;

-- AlterTable
ALTER TABLE "PaymentEvent" ALTER COLUMN "transactionId" SET DATA TYPE TEXT,
ALTER COLUMN "parentTransactionId" SET DATA TYPE TEXT,
ALTER COLUMN "paymobOrderId" SET DATA TYPE TEXT;

-- AlterTable
ALTER TABLE "RefundRequest" ALTER COLUMN "transactionId" SET DATA TYPE TEXT,
ALTER COLUMN "refundTransactionId" SET DATA TYPE TEXT;

UPDATE "RefundRequest" SET "reason" = 'made-by-provider' WHERE "reason" = 'made-at-paymob';

-- AlterTable
ALTER TABLE "PaymentAttempt" ADD COLUMN     "failures" INTEGER NOT NULL DEFAULT 0;

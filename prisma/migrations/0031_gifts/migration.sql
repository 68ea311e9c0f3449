-- CreateEnum
CREATE TYPE "OrderPurpose" AS ENUM ('self', 'gift', 'seats');

-- AlterTable
ALTER TABLE "Order" ADD COLUMN     "purpose" "OrderPurpose" NOT NULL DEFAULT 'self';

-- CreateTable
CREATE TABLE "Gift" (
    "orderId" TEXT NOT NULL,
    "recipientEmail" TEXT NOT NULL,
    "recipientName" TEXT NOT NULL,
    "card" TEXT NOT NULL DEFAULT '',
    "sendAt" TIMESTAMP(3),
    "tokenHash" TEXT,
    "sentAt" TIMESTAMP(3),
    "mails" INTEGER NOT NULL DEFAULT 0,
    "openedAt" TIMESTAMP(3),
    "openedById" TEXT,

    CONSTRAINT "Gift_pkey" PRIMARY KEY ("orderId")
);

-- CreateIndex
CREATE UNIQUE INDEX "Gift_tokenHash_key" ON "Gift"("tokenHash");

-- CreateIndex
CREATE INDEX "Gift_openedById_idx" ON "Gift"("openedById");

-- CreateIndex
CREATE INDEX "Gift_unsent_idx" ON "Gift"("sendAt") WHERE ("sentAt" IS NULL);

-- AddForeignKey
ALTER TABLE "Gift" ADD CONSTRAINT "Gift_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Gift" ADD CONSTRAINT "Gift_openedById_fkey" FOREIGN KEY ("openedById") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

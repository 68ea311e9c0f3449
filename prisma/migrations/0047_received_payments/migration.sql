-- AlterEnum
ALTER TYPE "OrderStatus" ADD VALUE 'in_review';

-- AlterTable
ALTER TABLE "Coupon" ADD COLUMN     "forTeams" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Order" ADD COLUMN     "orderedPiastres" INTEGER,
ADD COLUMN     "receivedChargeId" TEXT,
ADD COLUMN     "receivedCurrency" TEXT,
ADD COLUMN     "receivedPiastres" INTEGER;

-- AlterTable
ALTER TABLE "RefundRequest" ADD COLUMN     "currency" TEXT NOT NULL DEFAULT 'EGP';

-- CreateIndex
CREATE UNIQUE INDEX "Order_receivedChargeId_key" ON "Order"("receivedChargeId");

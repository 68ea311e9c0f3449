-- CreateEnum
CREATE TYPE "TaxReceiptKind" AS ENUM ('receipt', 'creditNote');

-- CreateTable
CREATE TABLE "TaxReceipt" (
    "position" INTEGER NOT NULL,
    "kind" "TaxReceiptKind" NOT NULL,
    "number" INTEGER NOT NULL,
    "orderId" TEXT NOT NULL,
    "chargeId" TEXT,
    "amountPiastres" INTEGER NOT NULL,
    "taxPiastres" INTEGER NOT NULL,
    "taxPercent" DOUBLE PRECISION NOT NULL,
    "currency" TEXT NOT NULL,
    "method" "PaymentMethod",
    "issuedAt" TIMESTAMP(3) NOT NULL,
    "uuid" TEXT NOT NULL,
    "previousUuid" TEXT NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "TaxReceipt_pkey" PRIMARY KEY ("position")
);

-- CreateIndex
CREATE UNIQUE INDEX "TaxReceipt_uuid_key" ON "TaxReceipt"("uuid");

-- CreateIndex
CREATE INDEX "TaxReceipt_orderId_idx" ON "TaxReceipt"("orderId");

-- CreateIndex
CREATE INDEX "TaxReceipt_issuedAt_position_idx" ON "TaxReceipt"("issuedAt", "position");

-- CreateIndex
CREATE UNIQUE INDEX "TaxReceipt_kind_number_key" ON "TaxReceipt"("kind", "number");

-- AddForeignKey
ALTER TABLE "TaxReceipt" ADD CONSTRAINT "TaxReceipt_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

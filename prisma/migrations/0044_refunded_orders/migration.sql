-- CreateIndex
CREATE INDEX "Order_refunded_idx" ON "Order"("refundedAt") WHERE ("refundedPiastres" > 0);

-- CreateIndex
CREATE INDEX "Order_review_idx" ON "Order"("createdAt") WHERE ("needsReview" IS NOT NULL);

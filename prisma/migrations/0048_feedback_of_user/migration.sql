-- CreateIndex
CREATE INDEX "Feedback_userId_id_idx" ON "Feedback"("userId", "id");

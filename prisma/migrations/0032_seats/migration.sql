-- CreateTable
CREATE TABLE "Seat" (
    "id" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "email" TEXT,
    "tokenHash" TEXT,
    "invitedAt" TIMESTAMP(3),
    "invitations" INTEGER NOT NULL DEFAULT 0,
    "holderId" TEXT,
    "acceptedAt" TIMESTAMP(3),

    CONSTRAINT "Seat_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Seat_tokenHash_key" ON "Seat"("tokenHash");

-- CreateIndex
CREATE INDEX "Seat_holderId_idx" ON "Seat"("holderId");

-- CreateIndex
CREATE INDEX "Seat_email_idx" ON "Seat"("email");

-- CreateIndex
CREATE UNIQUE INDEX "Seat_orderId_position_key" ON "Seat"("orderId", "position");

-- AddForeignKey
ALTER TABLE "Seat" ADD CONSTRAINT "Seat_orderId_position_fkey" FOREIGN KEY ("orderId", "position") REFERENCES "OrderLine"("orderId", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Seat" ADD CONSTRAINT "Seat_holderId_fkey" FOREIGN KEY ("holderId") REFERENCES "User"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- CreateEnum
CREATE TYPE "ReminderKind" AS ENUM ('hour', 'day', 'kiosk');

-- CreateTable
CREATE TABLE "Reminder" (
    "orderId" TEXT NOT NULL,
    "kind" "ReminderKind" NOT NULL,
    "decidedAt" TIMESTAMP(3) NOT NULL,
    "mailed" BOOLEAN NOT NULL,

    CONSTRAINT "Reminder_pkey" PRIMARY KEY ("orderId","kind")
);

-- CreateTable
CREATE TABLE "ReminderOptOut" (
    "email" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ReminderOptOut_pkey" PRIMARY KEY ("email")
);

-- AddForeignKey
ALTER TABLE "Reminder" ADD CONSTRAINT "Reminder_orderId_fkey" FOREIGN KEY ("orderId") REFERENCES "Order"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "LessonProgress" ADD COLUMN     "finishedAt" TIMESTAMP(3);

-- CreateTable
CREATE TABLE "WatchDay" (
    "userId" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "seconds" DOUBLE PRECISION NOT NULL DEFAULT 0,

    CONSTRAINT "WatchDay_pkey" PRIMARY KEY ("userId","day")
);

-- CreateTable
CREATE TABLE "WeeklyMail" (
    "userId" TEXT NOT NULL,
    "lang" TEXT NOT NULL,
    "goalMinutes" INTEGER,
    "consentAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "WeeklyMail_pkey" PRIMARY KEY ("userId")
);

-- CreateTable
CREATE TABLE "WeeklyMailWeek" (
    "userId" TEXT NOT NULL,
    "week" TEXT NOT NULL,
    "decidedAt" TIMESTAMP(3) NOT NULL,
    "mailed" BOOLEAN NOT NULL,

    CONSTRAINT "WeeklyMailWeek_pkey" PRIMARY KEY ("userId","week")
);

-- CreateIndex
CREATE INDEX "WatchDay_day_idx" ON "WatchDay"("day");

-- CreateIndex
CREATE INDEX "WeeklyMailWeek_decidedAt_idx" ON "WeeklyMailWeek"("decidedAt");

-- AddForeignKey
ALTER TABLE "WatchDay" ADD CONSTRAINT "WatchDay_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WeeklyMail" ADD CONSTRAINT "WeeklyMail_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WeeklyMailWeek" ADD CONSTRAINT "WeeklyMailWeek_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

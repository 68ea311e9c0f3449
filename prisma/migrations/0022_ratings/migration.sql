-- CreateEnum
CREATE TYPE "RatingStatus" AS ENUM ('waiting', 'published', 'hidden');

-- CreateTable
CREATE TABLE "CourseRating" (
    "id" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "courseSlug" TEXT NOT NULL,
    "stars" INTEGER NOT NULL,
    "text" TEXT NOT NULL DEFAULT '',
    "status" "RatingStatus" NOT NULL,
    "answer" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "changedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "CourseRating_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "CourseRating_courseSlug_status_changedAt_idx" ON "CourseRating"("courseSlug", "status", "changedAt");

-- CreateIndex
CREATE INDEX "CourseRating_status_changedAt_id_idx" ON "CourseRating"("status", "changedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "CourseRating_userId_courseSlug_key" ON "CourseRating"("userId", "courseSlug");

-- AddForeignKey
ALTER TABLE "CourseRating" ADD CONSTRAINT "CourseRating_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "LessonProgress" ADD COLUMN     "cappedSeconds" DOUBLE PRECISION NOT NULL DEFAULT 0,
ADD COLUMN     "cappedSince" TIMESTAMP(3);

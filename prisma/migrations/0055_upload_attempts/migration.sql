-- AlterTable
ALTER TABLE "LessonUpload" ADD COLUMN     "attempts" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "LessonUpload" ADD COLUMN     "notices" TEXT[] DEFAULT ARRAY[]::TEXT[];

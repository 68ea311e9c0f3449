-- AlterTable
ALTER TABLE "CourseRating" ADD COLUMN "heldBack" BOOLEAN NOT NULL DEFAULT false;

UPDATE "CourseRating" SET "heldBack" = true WHERE "status" = 'hidden';

-- AlterTable
ALTER TABLE "Session" ADD COLUMN     "isSignUp" BOOLEAN NOT NULL DEFAULT false;

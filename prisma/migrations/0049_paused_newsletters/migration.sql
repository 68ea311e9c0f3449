-- AlterEnum
ALTER TYPE "NewsletterStatus" ADD VALUE 'paused';

-- AlterTable
ALTER TABLE "Newsletter" ADD COLUMN     "pauseAnswer" TEXT,
ADD COLUMN     "pausedAt" TIMESTAMP(3),
ADD COLUMN     "resumedAt" TIMESTAMP(3);

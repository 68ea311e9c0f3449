-- AlterTable
ALTER TABLE "OrderLine" ADD COLUMN     "descriptions" JSONB;

-- AlterTable
ALTER TABLE "Code" ADD COLUMN     "subscriberId" TEXT;

-- AlterTable
ALTER TABLE "ArticleText" ADD COLUMN     "author" TEXT NOT NULL DEFAULT '';

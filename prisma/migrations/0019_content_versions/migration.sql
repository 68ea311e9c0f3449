-- AlterEnum
ALTER TYPE "Role" ADD VALUE 'editor' BEFORE 'admin';

-- CreateTable
CREATE TABLE "ContentVersion" (
    "id" TEXT NOT NULL,
    "document" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "body" TEXT,
    "filesHash" TEXT NOT NULL,
    "restoredFrom" INTEGER,
    "authorId" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "publishedAt" TIMESTAMP(3),
    "publishedById" TEXT,

    CONSTRAINT "ContentVersion_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ContentVersion_document_number_key" ON "ContentVersion"("document", "number");

-- CreateIndex
CREATE INDEX "ContentVersion_document_publishedAt_idx" ON "ContentVersion"("document", "publishedAt");

-- CreateEnum
CREATE TYPE "UploadStatus" AS ENUM ('receiving', 'waiting', 'processing', 'done', 'failed');

-- CreateTable
CREATE TABLE "LessonUpload" (
    "id" TEXT NOT NULL,
    "courseSlug" TEXT NOT NULL,
    "file" TEXT NOT NULL,
    "name" JSONB NOT NULL,
    "chapter" INTEGER NOT NULL,
    "freePreview" BOOLEAN NOT NULL DEFAULT false,
    "sizeBytes" BIGINT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "status" "UploadStatus" NOT NULL DEFAULT 'receiving',
    "step" TEXT,
    "share" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "error" TEXT,
    "createdById" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "LessonUpload_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SearchVisit" (
    "day" TEXT NOT NULL,
    "lang" TEXT NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "SearchVisit_pkey" PRIMARY KEY ("day","lang")
);

-- CreateIndex
CREATE INDEX "LessonUpload_status_createdAt_idx" ON "LessonUpload"("status", "createdAt");

-- CreateIndex
CREATE INDEX "LessonUpload_courseSlug_createdAt_idx" ON "LessonUpload"("courseSlug", "createdAt");

-- AddForeignKey
ALTER TABLE "LessonUpload" ADD CONSTRAINT "LessonUpload_courseSlug_fkey" FOREIGN KEY ("courseSlug") REFERENCES "Course"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

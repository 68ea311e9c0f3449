-- CreateEnum
CREATE TYPE "PictureStatus" AS ENUM ('waiting', 'ready', 'failed');

-- CreateTable
CREATE TABLE "Picture" (
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "bytes" INTEGER NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "frames" INTEGER NOT NULL DEFAULT 1,
    "focusX" INTEGER NOT NULL DEFAULT 50,
    "focusY" INTEGER NOT NULL DEFAULT 50,
    "placeholder" TEXT,
    "alt" JSONB NOT NULL DEFAULT '{}',
    "status" "PictureStatus" NOT NULL DEFAULT 'waiting',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "error" TEXT,
    "createdById" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Picture_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Picture_hash_key" ON "Picture"("hash");

-- CreateIndex
CREATE INDEX "Picture_status_createdAt_idx" ON "Picture"("status", "createdAt");

-- CreateIndex
CREATE INDEX "Picture_createdAt_id_idx" ON "Picture"("createdAt", "id");

-- CreateTable
CREATE TABLE "Attachment" (
    "id" TEXT NOT NULL,
    "courseSlug" TEXT NOT NULL,
    "lesson" TEXT NOT NULL,
    "name" JSONB NOT NULL,
    "fileName" TEXT NOT NULL,
    "position" INTEGER,
    "bytes" INTEGER,
    "createdById" TEXT,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Attachment_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Attachment_courseSlug_lesson_idx" ON "Attachment"("courseSlug", "lesson");

-- AddForeignKey
ALTER TABLE "Attachment" ADD CONSTRAINT "Attachment_courseSlug_fkey" FOREIGN KEY ("courseSlug") REFERENCES "Course"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

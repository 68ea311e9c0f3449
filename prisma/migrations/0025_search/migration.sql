-- CreateTable
CREATE TABLE "SearchEntry" (
    "courseSlug" TEXT NOT NULL,
    "lang" TEXT NOT NULL,
    "lesson" TEXT NOT NULL DEFAULT '',
    "title" TEXT NOT NULL,
    "lines" JSONB NOT NULL,
    "words" tsvector NOT NULL,
    "titleWords" tsvector NOT NULL,
    "captionsFile" TEXT,
    "version" INTEGER NOT NULL,
    "comparedAt" TIMESTAMP(3),

    CONSTRAINT "SearchEntry_pkey" PRIMARY KEY ("courseSlug","lang","lesson")
);

-- CreateIndex
CREATE INDEX "SearchEntry_course_words_idx" ON "SearchEntry" USING GIN ("words") WHERE ("lesson" = '');

-- CreateIndex
CREATE INDEX "SearchEntry_lesson_words_idx" ON "SearchEntry" USING GIN ("words") WHERE ("lesson" != '');

-- CreateIndex
CREATE INDEX "SearchEntry_titleWords_idx" ON "SearchEntry" USING GIN ("titleWords");

-- AddForeignKey
ALTER TABLE "SearchEntry" ADD CONSTRAINT "SearchEntry_courseSlug_fkey" FOREIGN KEY ("courseSlug") REFERENCES "Course"("slug") ON DELETE CASCADE ON UPDATE CASCADE;

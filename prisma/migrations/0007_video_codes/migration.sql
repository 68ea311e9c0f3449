-- Codes stored by earlier versions, under their present names.
UPDATE "Audit" SET "action" = 'lesson.video' WHERE "action" = 'lesson.film';
UPDATE "LessonUpload" SET "error" = 'not-a-video' WHERE "error" = 'not-a-film';
UPDATE "LessonUpload" SET "error" = 'captions-not-saved' WHERE "error" = 'captions-not-kept';
UPDATE "LessonUpload" SET "error" = replace("error", '"after_film"', '"after_end"') WHERE "error" LIKE '%"after_film"%';

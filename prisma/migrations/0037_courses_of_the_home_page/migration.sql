-- The home page shows its courses in this block: versions from before would hide them.
UPDATE "ContentVersion"
SET "body" = (SELECT jsonb_object_agg("key", '{"layout": "courses"}'::jsonb || "value") FROM jsonb_each("body"::jsonb))::text
WHERE "document" LIKE '%/*/home-page/learn.json' AND "body" IS NOT NULL AND "body" <> '{}';

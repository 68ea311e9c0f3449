-- Words of people are folded as lib/text/fold.ts folds what is asked for: also Persian and Urdu letters, and invisible characters inside words.
DROP INDEX "User_words_idx";
DROP INDEX "Order_buyer_words_idx";

CREATE OR REPLACE FUNCTION person_words("name" text, "email" text, "phone" text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_remove(string_to_array(plain || replace(' ' || plain, ' ال', ' '), ' '), ''))
  FROM (
    SELECT regexp_replace(
      translate(
        regexp_replace(lower(normalize(concat_ws(' ', left("name", 400), left("email", 400), left("phone", 40)), NFKD)), '[\u00AD\u0300-\u036F\u0610-\u061A\u061C\u0640\u064B-\u065F\u0670\u0674\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED\u180B-\u180F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF]', '', 'g'),
        'ٱىیۍێېےةھہۃەکڪں٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اييييييهههههككن01234567890123456789'),
      '[\u0001-\u002F\u003A-\u0060\u007B-\u00BF\u060C\u061B\u061F\u066A-\u066D\u2000-\u206F]+', ' ', 'g') AS plain
  ) folded
$$;

CREATE INDEX "User_words_idx" ON "User" USING GIN (person_words("name", "email", "phone"));
CREATE INDEX "Order_buyer_words_idx" ON "Order" USING GIN (person_words(("billing"->>'first_name') || ' ' || ("billing"->>'last_name'), "billing"->>'email', "billing"->>'phone_number'));

-- What is stored folded is made anew by the jobs `search` and `refold`.
ALTER TABLE "ArticleText" ADD COLUMN "searchVersion" INTEGER NOT NULL DEFAULT 1;
ALTER TABLE "Note" ADD COLUMN "searchVersion" INTEGER NOT NULL DEFAULT 1;
CREATE INDEX "Note_searchVersion_idx" ON "Note"("searchVersion");

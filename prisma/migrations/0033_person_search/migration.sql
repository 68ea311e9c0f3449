-- The words of a person's name, email and telephone number, folded as lib/blog/fold.ts folds what is asked for; without the word rules of the
-- database's locale, so that PGlite and PostgreSQL find the same. schema.prisma cannot say an index over an expression.
CREATE FUNCTION person_words("name" text, "email" text, "phone" text) RETURNS tsvector LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_to_tsvector(array_remove(string_to_array(plain || replace(' ' || plain, ' ال', ' '), ' '), ''))
  FROM (
    SELECT regexp_replace(
      translate(
        regexp_replace(lower(normalize(concat_ws(' ', left("name", 400), left("email", 400), left("phone", 40)), NFKD)), '[\u0300-\u036F\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E8\u06EA-\u06ED]', '', 'g'),
        'ٱىة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ايه01234567890123456789'),
      '[\u0001-\u002F\u003A-\u0060\u007B-\u00BF\u060C\u061B\u061F\u066A-\u066D\u2000-\u206F]+', ' ', 'g') AS plain
  ) folded
$$;

-- CreateIndex
CREATE INDEX "User_words_idx" ON "User" USING GIN (person_words("name", "email", "phone"));

-- CreateIndex
CREATE INDEX "Order_billReference_idx" ON "Order"("billReference");

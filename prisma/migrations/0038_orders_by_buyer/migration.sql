-- Orders are found by what was typed for them: a guest has no name and no email of their own. schema.prisma cannot say an index over an expression.
CREATE INDEX "Order_buyer_words_idx" ON "Order" USING GIN (person_words(("billing"->>'first_name') || ' ' || ("billing"->>'last_name'), "billing"->>'email', "billing"->>'phone_number'));

-- Orders are found by what was typed for them, often another name and address than the account's. schema.prisma cannot say an index over an expression.
CREATE INDEX "Order_buyer_words_idx" ON "Order" USING GIN (person_words(("billing"->>'first_name') || ' ' || ("billing"->>'last_name'), "billing"->>'email', "billing"->>'phone_number'));

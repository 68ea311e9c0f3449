-- An address is in lower case wherever people are found by it.
UPDATE "Enquiry" SET "email" = LOWER("email") WHERE "email" <> LOWER("email");

-- What deleted accounts left: an order without its buyer, and a user whom the audit log names and nobody finds, were deleted.
UPDATE "OrderNote" SET "detail" = "detail" - 'reason'
WHERE "kind" = 'refund-requested' AND "orderId" IN (SELECT "id" FROM "Order" WHERE "userId" IS NULL);

UPDATE "Audit" SET "detail" = '{}'
WHERE "subject" LIKE 'user:%' AND NOT EXISTS (SELECT 1 FROM "User" WHERE 'user:' || "User"."id" = "Audit"."subject");

DELETE FROM "Outbox"
WHERE "newsletterId" IS NULL AND (
    "payload"->'data'->>'orderId' IN (SELECT "id" FROM "Order" WHERE "userId" IS NULL)
    OR ("kind" = 'letter' AND NOT EXISTS (SELECT 1 FROM "User" WHERE "User"."id" = split_part("Outbox"."key", ':', 3)))
    OR ("doneAt" IS NOT NULL AND "key" LIKE 'gift:%' AND split_part("key", ':', 2) IN (SELECT "id" FROM "Order" WHERE "userId" IS NULL))
    OR (split_part("key", ':', 1) IN ('contact', 'contact-webhook') AND NOT EXISTS (SELECT 1 FROM "Enquiry" WHERE "Enquiry"."id" = split_part("Outbox"."key", ':', 2)))
);

-- Copies of newsletters whose reader has unsubscribed or was deleted.
UPDATE "Outbox" SET "lastError" = NULL
WHERE "newsletterId" IS NOT NULL AND "doneAt" IS NOT NULL AND "lastError" IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM "Subscriber" WHERE "Subscriber"."id" = "Outbox"."payload"->>'subscriberId');

-- The words of a search may name anybody.
UPDATE "Audit" SET "detail" = CASE WHEN "detail"->>'q' = '' THEN "detail" - 'q' ELSE jsonb_set("detail", '{q}', 'true') END
WHERE "action" = 'orders.export' AND "detail" ? 'q';

-- AlterTable, last: nobody reads orders until the end of the migration.
ALTER TABLE "Order" ADD COLUMN     "taxPercent" DOUBLE PRECISION;

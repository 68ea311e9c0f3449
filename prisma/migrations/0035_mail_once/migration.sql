-- What is sent at most once is a kind of its own, so that it is found, and sent one by one.
UPDATE "Outbox" SET "kind" = 'mail-once', "payload" = "payload" - 'once' WHERE "kind" = 'mail' AND "payload"->>'once' = 'true';

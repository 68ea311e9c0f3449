-- CreateTable
CREATE TABLE "OrderCountChange" (
    "id" SERIAL NOT NULL,
    "status" "OrderStatus" NOT NULL,
    "change" INTEGER NOT NULL,

    CONSTRAINT "OrderCountChange_pkey" PRIMARY KEY ("id")
);

-- Triggers add rows instead of updating a counter, so that concurrent purchases never wait for each other.
CREATE FUNCTION count_inserted_orders() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "OrderCountChange" ("status", "change") SELECT "status", count(*) FROM inserted GROUP BY "status";
  RETURN NULL; END $$;

CREATE FUNCTION count_updated_orders() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "OrderCountChange" ("status", "change")
  SELECT "status", sum(n) FROM (SELECT "status", 1 AS n FROM updated UNION ALL SELECT "status", -1 FROM outdated) both_sides
  GROUP BY "status" HAVING sum(n) <> 0;
  RETURN NULL; END $$;

CREATE FUNCTION count_deleted_orders() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
  INSERT INTO "OrderCountChange" ("status", "change") SELECT "status", -count(*) FROM deleted GROUP BY "status";
  RETURN NULL; END $$;

CREATE TRIGGER "Order_inserted" AFTER INSERT ON "Order" REFERENCING NEW TABLE AS inserted
  FOR EACH STATEMENT EXECUTE FUNCTION count_inserted_orders();
CREATE TRIGGER "Order_updated" AFTER UPDATE ON "Order" REFERENCING OLD TABLE AS outdated NEW TABLE AS updated
  FOR EACH STATEMENT EXECUTE FUNCTION count_updated_orders();
CREATE TRIGGER "Order_deleted" AFTER DELETE ON "Order" REFERENCING OLD TABLE AS deleted
  FOR EACH STATEMENT EXECUTE FUNCTION count_deleted_orders();

-- CREATE TRIGGER has locked the table against changes, so this count is exact.
INSERT INTO "OrderCountChange" ("status", "change") SELECT "status", count(*) FROM "Order" GROUP BY "status";

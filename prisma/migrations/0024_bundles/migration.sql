-- DropIndex
DROP INDEX "Enrolment_orderId_key";

-- CreateTable
CREATE TABLE "ProductCourse" (
    "productKey" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "courseSlug" TEXT NOT NULL,

    CONSTRAINT "ProductCourse_pkey" PRIMARY KEY ("productKey","position")
);

-- CreateTable
CREATE TABLE "RefundLine" (
    "requestId" TEXT NOT NULL,
    "orderId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "amountPiastres" INTEGER NOT NULL,

    CONSTRAINT "RefundLine_pkey" PRIMARY KEY ("requestId","position")
);

-- CreateIndex
CREATE INDEX "ProductCourse_courseSlug_idx" ON "ProductCourse"("courseSlug");

-- CreateIndex
CREATE UNIQUE INDEX "ProductCourse_productKey_courseSlug_key" ON "ProductCourse"("productKey", "courseSlug");

-- CreateIndex
CREATE INDEX "RefundLine_orderId_position_idx" ON "RefundLine"("orderId", "position");

-- CreateIndex
CREATE INDEX "Enrolment_orderId_idx" ON "Enrolment"("orderId");

-- AddForeignKey
ALTER TABLE "ProductCourse" ADD CONSTRAINT "ProductCourse_productKey_fkey" FOREIGN KEY ("productKey") REFERENCES "Product"("key") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductCourse" ADD CONSTRAINT "ProductCourse_courseSlug_fkey" FOREIGN KEY ("courseSlug") REFERENCES "Course"("slug") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefundLine" ADD CONSTRAINT "RefundLine_requestId_fkey" FOREIGN KEY ("requestId") REFERENCES "RefundRequest"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefundLine" ADD CONSTRAINT "RefundLine_orderId_position_fkey" FOREIGN KEY ("orderId", "position") REFERENCES "OrderLine"("orderId", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- Orders of earlier versions have one line, which their refund takes back.
INSERT INTO "RefundLine" ("requestId", "orderId", "position", "amountPiastres")
SELECT r."id", r."orderId", l."position", r."amountPiastres" FROM "RefundRequest" r
JOIN "OrderLine" l ON l."orderId" = r."orderId" AND l."position" = 0 WHERE NOT r."doubleCharge";

-- CreateEnum
CREATE TYPE "NewsletterStatus" AS ENUM ('draft', 'scheduled', 'sending', 'sent', 'stopped');

-- CreateEnum
CREATE TYPE "MessageOutcome" AS ENUM ('sent', 'expired', 'failed', 'bounced', 'inDoubt', 'withdrawn');

-- AlterTable
ALTER TABLE "Outbox" ADD COLUMN     "newsletterId" TEXT,
ADD COLUMN     "outcome" "MessageOutcome";

-- CreateTable
CREATE TABLE "Subscriber" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "lang" TEXT NOT NULL,
    "consentVersion" INTEGER NOT NULL,
    "consentAt" TIMESTAMP(3) NOT NULL,
    "bouncedAt" TIMESTAMP(3),
    "bounceReason" TEXT,

    CONSTRAINT "Subscriber_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "SubscriptionRequest" (
    "tokenHash" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "lang" TEXT NOT NULL,
    "consentVersion" INTEGER NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "SubscriptionRequest_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "Newsletter" (
    "id" TEXT NOT NULL,
    "status" "NewsletterStatus" NOT NULL DEFAULT 'draft',
    "lang" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "preview" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "readerLang" TEXT,
    "courseSlug" TEXT,
    "courseOwners" BOOLEAN NOT NULL DEFAULT true,
    "sendAt" TIMESTAMP(3),
    "startedAt" TIMESTAMP(3),
    "queuedTo" TEXT NOT NULL DEFAULT '',
    "queuedAt" TIMESTAMP(3),
    "endedAt" TIMESTAMP(3),
    "unsubscribedCount" INTEGER NOT NULL DEFAULT 0,
    "figures" JSONB,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Newsletter_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Subscriber_email_key" ON "Subscriber"("email");

-- CreateIndex
CREATE INDEX "Subscriber_lang_id_idx" ON "Subscriber"("lang", "id");

-- CreateIndex
CREATE INDEX "Subscriber_bouncedAt_idx" ON "Subscriber"("bouncedAt");

-- CreateIndex
CREATE INDEX "SubscriptionRequest_email_idx" ON "SubscriptionRequest"("email");

-- CreateIndex
CREATE INDEX "SubscriptionRequest_expiresAt_idx" ON "SubscriptionRequest"("expiresAt");

-- CreateIndex
CREATE INDEX "Newsletter_status_sendAt_idx" ON "Newsletter"("status", "sendAt");

-- CreateIndex
CREATE INDEX "Newsletter_createdAt_id_idx" ON "Newsletter"("createdAt", "id");

-- CreateIndex
CREATE INDEX "Outbox_newsletterId_doneAt_nextAt_idx" ON "Outbox"("newsletterId", "doneAt", "nextAt");

-- AddForeignKey
ALTER TABLE "Outbox" ADD CONSTRAINT "Outbox_newsletterId_fkey" FOREIGN KEY ("newsletterId") REFERENCES "Newsletter"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

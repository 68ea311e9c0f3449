-- AlterTable
ALTER TABLE "User" ADD COLUMN     "ownerProvenAt" TIMESTAMP(3);
-- Accounts confirmed until now keep what they have: nothing says which of them were confirmed by somebody else.
UPDATE "User" SET "ownerProvenAt" = "emailConfirmedAt";

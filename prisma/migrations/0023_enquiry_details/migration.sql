-- AlterTable
ALTER TABLE "Enquiry" ADD COLUMN     "about" TEXT,
ADD COLUMN     "budget" TEXT,
ADD COLUMN     "projectKind" TEXT,
ADD COLUMN     "wishedDate" TEXT;


import 'server-only';
import type { Prisma } from '@/lib/database/client';

export const settledOrderFields = {
  id: true, number: true, userId: true, courseSlug: true, productKey: true, description: true, amountPiastres: true, currency: true,
  status: true, method: true, lang: true, billing: true, billReference: true, paidTransactionId: true, refundedPiastres: true,
  paidAt: true, expiresAt: true, needsReview: true,
} as const satisfies Prisma.OrderSelect;

export type SettledOrder = Prisma.OrderGetPayload<{ select: typeof settledOrderFields }>;

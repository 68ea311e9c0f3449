import 'server-only';
import type { OrderPurpose, PaymentMethod } from '@/generated/prisma/enums';
import type { Prisma, Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { findProvider } from '@/lib/payments/providers';

/** What settlement and refunds read of an order. */
export const orderFields = {
  id: true, number: true, purpose: true, userId: true, courseSlug: true, productKey: true, description: true, amountPiastres: true, currency: true,
  discountPiastres: true, couponId: true, coupon: { select: { code: true } },
  status: true, method: true, lang: true, billing: true, billReference: true, paidChargeId: true, refundedPiastres: true, refundedByHandPiastres: true,
  paidAt: true, expiresAt: true, needsReview: true, taxPercent: true, provider: true,
  receivedPiastres: true, receivedCurrency: true, receivedChargeId: true,
  lines: { orderBy: { position: 'asc' }, select: { position: true, courseSlug: true, totalPiastres: true } },
  gift: { select: { recipientEmail: true, recipientName: true, card: true, sendAt: true, sentAt: true, mails: true, openedAt: true, openedById: true } },
} as const satisfies Prisma.OrderSelect;

export type OrderRow = Prisma.OrderGetPayload<{ select: typeof orderFields }>;
export type OrderLineRow = OrderRow['lines'][number];

interface Held { readonly purpose: OrderPurpose; readonly userId: string | null; readonly gift: { readonly openedById: string | null } | null }

/** Whose the courses of an order are: the buyer's, or of a gift, whose who opened it; null for nobody, or for several people. */
export function holderOf({ purpose, userId, gift }: Held): string | null {
  switch (purpose) {
    case 'self':
      return userId;
    case 'gift':
      return gift?.openedById ?? null;
    case 'seats':
      return null;
  }
}

/** Why a payment bought nothing and goes back: its coupon was used up, another order had opened everything, or its amount was not accepted. */
export type Unsold = 'coupon-over' | 'double-purchase' | 'other-amount';

/** The refund requests of an order whose own payment bought nothing; `status` and `reason` say what became of it. */
export const unsold = {
  doubleCharge: true, reason: { in: ['coupon-over', 'double-purchase', 'other-amount'] }, status: { not: 'refused' }, lines: { none: {} },
} as const satisfies Prisma.RefundRequestWhereInput;

/** How the payment of an order goes back that bought nothing; null for every other order. */
export interface Returning { readonly why: Unsold; readonly dueAt: Date; /** The provider cannot send it back. */ readonly isByHand: boolean }

interface Returned { readonly provider: string; readonly method: PaymentMethod | null; readonly refundRequests: ReadonlyArray<{ readonly reason: string; readonly dueAt: Date }> }

export function returningOf({ provider, method, refundRequests: [request] }: Returned): Returning | null {
  return request ? { why: request.reason as Unsold, dueAt: request.dueAt, isByHand: goesBackByHand(provider, method) } : null;
}

export const goesBackByHand = (provider: string, method: PaymentMethod | null): boolean => findProvider(provider)?.canRefund(method) === false;

/** The refund request of a payment that came when its order's use of the coupon was somebody else's. */
export const couponOver = { doubleCharge: true, reason: 'coupon-over' } as const satisfies Prisma.RefundRequestWhereInput;

/** The language it was placed in. */
export const orderLanguage = ({ lang }: { lang: string }): Language => (isLanguage(lang) ? lang : defaultLanguage);

/** Everything that happens to one order happens one after the other. Lock the order first, then the buyer. */
export async function lockOrder(tx: Tx, orderId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "Order" WHERE id = ${orderId} FOR UPDATE`;
}

/** Two orders of one buyer may be settled at once; access is decided by one of them at a time. */
export async function lockBuyer(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "User" WHERE id = ${userId} FOR UPDATE`;
}

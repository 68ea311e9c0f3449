import type { OrderPurpose, PaymentMethod, RefundKind, RefundStatus } from '@/generated/prisma/enums';
import type { Prisma, Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { findProvider } from '@/lib/payments/providers';

export const orderFields = {
  id: true,
  number: true,
  purpose: true,
  userId: true,
  courseSlug: true,
  productKey: true,
  description: true,
  amountPiastres: true,
  currency: true,
  discountPiastres: true,
  couponId: true,
  coupon: { select: { code: true } },
  status: true,
  method: true,
  lang: true,
  billing: true,
  billReference: true,
  paidChargeId: true,
  refundedPiastres: true,
  refundedByHandPiastres: true,
  paidAt: true,
  expiresAt: true,
  needsReview: true,
  taxPercent: true,
  provider: true,
  receivedPiastres: true,
  receivedCurrency: true,
  receivedChargeId: true,
  lines: { orderBy: { position: 'asc' }, select: { position: true, courseSlug: true, totalPiastres: true } },
  gift: {
    select: {
      recipientEmail: true,
      recipientName: true,
      card: true,
      sendAt: true,
      sentAt: true,
      mails: true,
      openedAt: true,
      openedById: true,
    },
  },
} as const satisfies Prisma.OrderSelect;

export type OrderRow = Prisma.OrderGetPayload<{ select: typeof orderFields }>;
export type OrderLineRow = OrderRow['lines'][number];

interface HolderFacts {
  readonly purpose: OrderPurpose;
  readonly userId: string | null;
  readonly gift: { readonly openedById: string | null } | null;
}

/** Returns null for an unopened gift, and for seats, which have several holders. */
export function holderOf({ purpose, userId, gift }: HolderFacts): string | null {
  switch (purpose) {
    case 'self':
      return userId;
    case 'gift':
      return gift?.openedById ?? null;
    case 'seats':
      return null;
  }
}

/** Open refund requests are neither paid out nor refused. A failed one is open, because an admin can repeat it. */
export const isOpenRefundStatus = (status: RefundStatus): boolean => status !== 'done' && status !== 'refused';
export const openRefundStatus = { notIn: ['done', 'refused'] } satisfies Prisma.EnumRefundStatusFilter;

/** Matches refunds of a real purchase: requested by the learner, or made in the provider's dashboard. */
export const purchaseRefundCondition = {
  kind: { in: ['by_learner', 'made_by_provider'] },
} satisfies Prisma.RefundRequestWhereInput;

/** True for payments that bought nothing: they are refunded without a request, outside the refund policy. */
export const isAutomaticRefund = (kind: RefundKind): boolean => kind !== 'by_learner' && kind !== 'made_by_provider';

/** @returns the kind as written in responses, notes and message keys, such as `coupon-over` */
export const refundCode = (kind: RefundKind): string => kind.replaceAll('_', '-');

export const nothingBoughtCondition = {
  kind: { in: ['coupon_over', 'double_purchase', 'other_amount'] },
  status: { not: 'refused' },
  lines: { none: {} },
} as const satisfies Prisma.RefundRequestWhereInput;

/** Returns the payment of a wrong amount or currency that awaits a decision or was refunded, or null. */
export const receivedPaymentOf = ({
  receivedPiastres,
  receivedCurrency,
  currency,
}: {
  receivedPiastres: number | null;
  receivedCurrency: string | null;
  currency: string;
}): { amount: number; currency: string } | null =>
  receivedPiastres === null ? null : { amount: receivedPiastres, currency: receivedCurrency ?? currency };

export interface PendingRefund {
  readonly kind: RefundKind;
  readonly dueAt: Date;
  readonly isByHand: boolean;
}

interface PendingRefundOrder {
  readonly provider: string;
  readonly method: PaymentMethod | null;
  readonly refundRequests: ReadonlyArray<{ readonly kind: RefundKind; readonly dueAt: Date }>;
}

export function pendingRefundOf({
  provider,
  method,
  refundRequests: [request],
}: PendingRefundOrder): PendingRefund | null {
  return request ? { kind: request.kind, dueAt: request.dueAt, isByHand: isRefundedByHand(provider, method) } : null;
}

export const isRefundedByHand = (provider: string, method: PaymentMethod | null): boolean =>
  findProvider(provider)?.canRefund(method) === false;

/** Matches the refund request of a payment that came after another buyer took the coupon's last use. */
export const couponOverCondition = { kind: 'coupon_over' } as const satisfies Prisma.RefundRequestWhereInput;

export const orderLanguage = ({ lang }: { lang: string }): Language => (isLanguage(lang) ? lang : defaultLanguage);

/** Serialises everything that happens to one order. Lock the order first, then the buyer. */
export const lockOrder = (tx: Tx, orderId: string): Promise<void> => lockRow(tx, 'Order', orderId);

/** Serialises decisions about a buyer's access, because two of their orders may be settled at once. */
export const lockBuyer = (tx: Tx, userId: string): Promise<void> => lockRow(tx, 'User', userId);

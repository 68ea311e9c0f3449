import type { OrderPurpose } from '@/generated/prisma/enums';
import type { Language } from '@/lib/language';

export interface PaymentPageQuery {
  productKey: string;
  purchaseFor: OrderPurpose;
  coupon?: string | undefined;
  seats?: number | string | undefined;
}

export function paymentUrl(lang: Language, { productKey, purchaseFor, coupon, seats }: PaymentPageQuery): string {
  const query = new URLSearchParams({ product: productKey });
  if (purchaseFor === 'gift') query.set('for', 'gift');
  if (purchaseFor === 'seats' && seats !== undefined) query.set('seats', String(seats));
  if (coupon) query.set('coupon', coupon);
  return `/${lang}/payment?${query}`;
}

interface BoughtOrder {
  readonly productKey: string;
  readonly purpose: OrderPurpose;
  readonly lines: { readonly length: number };
  /** The code that the order used; null for none, and for a coupon that is used up. */
  readonly coupon: string | null;
}

export const buyAgainUrl = (lang: Language, { productKey, purpose, lines, coupon }: BoughtOrder): string =>
  paymentUrl(lang, { productKey, purchaseFor: purpose, seats: lines.length, coupon: coupon ?? undefined });

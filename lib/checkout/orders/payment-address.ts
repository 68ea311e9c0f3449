import type { OrderPurpose } from '@/generated/prisma/enums';
import type { Language } from '@/lib/language';

/** What the payment page's address says. */
export interface PaymentQuery {
  productKey: string;
  purchaseFor: OrderPurpose;
  /** A coupon's code, as typed. */
  coupon?: string | undefined;
  /** Of `seats`: how many; on the payment page as typed. */
  seats?: number | string | undefined;
}

export function paymentAddress(lang: Language, { productKey, purchaseFor, coupon, seats }: PaymentQuery): string {
  const query = new URLSearchParams({ product: productKey });
  if (purchaseFor === 'gift') query.set('for', 'gift');
  if (purchaseFor === 'seats' && seats !== undefined) query.set('seats', String(seats));
  if (coupon) query.set('coupon', coupon);
  return `/${lang}/payment?${query}`;
}

interface Bought {
  readonly productKey: string;
  readonly purpose: OrderPurpose;
  /** One a seat. */
  readonly lines: { readonly length: number };
  /** The code that it was ordered with; null for none, or for one that is used up. */
  readonly coupon: string | null;
}

/** Where the same is bought again, for the same price as far as the coupon still applies. */
export const buyAgainAddress = (lang: Language, { productKey, purpose, lines, coupon }: Bought): string =>
  paymentAddress(lang, { productKey, purchaseFor: purpose, seats: lines.length, coupon: coupon ?? undefined });

import type { OfferFor } from '@/lib/checkout/purchase/purchase-for';
import type { Language } from '@/lib/language';

/** What the payment page's address says. */
export interface PaymentQuery { productKey: string; purchaseFor: OfferFor['kind']; /** A coupon's code, as typed. */ coupon?: string | undefined; /** Of `seats`: how many; on the payment page as typed. */ seats?: number | string | undefined }

export function paymentAddress(lang: Language, { productKey, purchaseFor, coupon, seats }: PaymentQuery): string {
  const query = new URLSearchParams({ product: productKey });
  if (purchaseFor === 'gift') query.set('for', 'gift');
  if (purchaseFor === 'seats' && seats !== undefined) query.set('seats', String(seats));
  if (coupon) query.set('coupon', coupon);
  return `/${lang}/payment?${query}`;
}

import type { OfferFor } from '@/lib/checkout/purchase/purchase-for';
import type { Language } from '@/lib/language';

/** What the payment page's address says. */
export interface PaymentQuery { productKey: string; purchaseFor: OfferFor['kind']; /** A coupon's code, as typed. */ coupon?: string | undefined }

export function paymentAddress(lang: Language, { productKey, purchaseFor, coupon }: PaymentQuery): string {
  const query = new URLSearchParams({ product: productKey, ...(purchaseFor === 'self' ? {} : { for: purchaseFor }), ...(coupon ? { coupon } : {}) });
  return `/${lang}/payment?${query}`;
}

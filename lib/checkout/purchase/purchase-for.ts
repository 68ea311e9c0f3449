import { giftDetailsOf, type GiftDetails, type GiftForm } from '@/lib/checkout/gifts/gift-details';

/** Whom a purchase is for (row N11); `kind` is the order's purpose. */
export type PurchaseFor =
  | { readonly kind: 'self' }
  | { readonly kind: 'gift'; readonly gift: GiftDetails }
  | { readonly kind: 'seats'; readonly count: number };

/** The same before a giver has said to whom: it decides the price. */
export type OfferFor = Exclude<PurchaseFor, { readonly kind: 'gift' }> | { readonly kind: 'gift' };

interface Sent { readonly gift?: GiftForm | undefined; readonly seats?: number | undefined }

/** Of what a client sends. */
export function purchaseForOf({ gift, seats }: Sent, now: Date): PurchaseFor {
  if (gift) return { kind: 'gift', gift: giftDetailsOf(gift, now) };
  return seats === undefined ? { kind: 'self' } : { kind: 'seats', count: seats };
}

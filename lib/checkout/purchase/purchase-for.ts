/** What the giver says about a gift. */
export interface GiftDetails {
  readonly recipientEmail: string;
  readonly recipientName: string;
  /** Plain text; empty without one. */
  readonly card: string;
  /** When the recipient's mail goes out; null: as soon as it is paid. */
  readonly sendAt: Date | null;
}

/** Whom a purchase is for (row N11); `kind` is the order's purpose. */
export type PurchaseFor =
  | { readonly kind: 'self' }
  | { readonly kind: 'gift'; readonly gift: GiftDetails }
  | { readonly kind: 'seats'; readonly count: number };

/** Of what a client sends. */
export const purchaseForOf = ({ seats }: { readonly seats?: number | undefined }): PurchaseFor =>
  (seats === undefined ? { kind: 'self' } : { kind: 'seats', count: seats });

import type { Language } from '@/lib/language';

/** Payments as the rest of the site knows them. A provider's own shapes, ids, names and errors end in its folder. */

export type PaymentMethod = 'card' | 'wallet' | 'kiosk';

/**
 * `cancelled`: ended before anything was paid · `refunded`: given back, wholly or in part · `authorised`: reserved, not
 * charged · `child`: a refund or void of another charge, whose own success never means that somebody paid.
 */
export type ChargeState = 'pending' | 'paid' | 'declined' | 'cancelled' | 'refunded' | 'authorised' | 'child';

export interface Charge {
  readonly id: string;
  /** `OpenCheckout.paymentId` of the page it was made on */
  readonly paymentId: string;
  readonly parentId: string | null;
  readonly state: ChargeState;
  readonly amountPiastres: number;
  readonly refundedPiastres: number;
  readonly currency: string;
  readonly method: PaymentMethod | null;
  /** the number to give at a kiosk */
  readonly billReference: string | null;
  readonly failureCode: string | null;
  /** The same for the same fact, whichever way it comes, and different as soon as anything differs that settlement compares. */
  readonly fingerprint: string;
  /** Why this cannot be a charge of this site's account; null when it can. */
  readonly mismatch: 'integration' | 'owner' | 'mode' | null;
  /** False: the notification's signature does not cover all of it, so the provider is asked before anything changes. */
  readonly isProven: boolean;
  /** the provider's name for what happened, and the facts as it sent them, personal data left out: for the event log */
  readonly type: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface RefundResult {
  readonly id: string;
  readonly state: 'pending' | 'done' | 'refused';
  readonly message: string | null;
}

/** What the provider sent to the site. Each signs another part of it. */
export interface SentNotification {
  readonly body: string;
  readonly query: URLSearchParams;
  header(name: string): string | null;
}

export type PaymentNotification =
  | { readonly kind: 'charge'; readonly charge: Charge }
  /** Authentic, and nothing we act on. */
  | { readonly kind: 'unhandled'; readonly type: string }
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'malformed' };

export interface NewCheckout {
  /** unique for every attempt */
  readonly reference: string;
  readonly orderId: string;
  readonly lang: Language;
  readonly amountPiastres: number;
  readonly currency: string;
  /** What is bought; the lines add up to the amount. */
  readonly lines: ReadonlyArray<{ readonly name: string; readonly description: string; readonly totalPiastres: number }>;
  readonly buyer: { readonly firstName: string; readonly lastName: string; readonly email: string; readonly phone: string };
  readonly expiresInSeconds: number;
}

/** A page on which the buyer pays. */
export interface OpenCheckout { readonly checkoutId: string; readonly paymentId: string; readonly url: string }

/** `knownIds`: charges of it that were reported before. */
export interface PaymentQuery { readonly paymentId: string; readonly currency: string; readonly knownIds: readonly string[] }

/**
 * A refund whose answer was lost: it is under way or done, is of at least this amount, is none of those known already, and is none of
 * those that added up to `refundedBeforePiastres` when it was sent.
 */
export interface LostRefund { readonly amountPiastres: number; readonly refundedBeforePiastres: number; readonly knownIds: readonly string[] }

/** Every method that asks the provider throws `ProviderError` when there is no usable answer. */
export interface PaymentProvider {
  readonly name: string;
  /** `test`: no real money moves. */
  readonly mode: 'test' | 'live';
  /** Nothing is left to pay once the checkout is open: it can be settled at once. */
  readonly settlesAtOnce: boolean;
  openCheckout(checkout: NewCheckout): Promise<OpenCheckout>;
  /** Null when the provider knows no payment under this reference. */
  findPaymentId(reference: string): Promise<string | null>;
  /** Every charge of the payment, the oldest first. */
  listCharges(payment: PaymentQuery): Promise<Charge[]>;
  findCharge(chargeId: string): Promise<Charge | null>;
  /** Whether it counts as paid, without naming a charge: enough to call a person, not enough to grant. */
  isPaid(checkoutUrl: string): Promise<boolean>;
  canRefund(method: PaymentMethod | null): boolean;
  /** Sent once, never repeated: after an error look for it with `findRefundOf`. */
  refund(charge: Charge, amountPiastres: number): Promise<RefundResult>;
  findRefund(refundId: string): Promise<RefundResult | null>;
  findRefundOf(charge: Charge, lost: LostRefund): Promise<RefundResult | null>;
  /** Synchronous, by what was sent alone. */
  readNotification(sent: SentNotification): PaymentNotification;
  /** The payment that the returning browser names, when the query is signed; it never says that somebody paid. */
  readReturn(query: URLSearchParams): string | null;
}

/**
 * `refused`: asking again will not help · `unauthorised`: the account may not ask · `unreachable`: the connection failed,
 * the request may have arrived all the same · `unavailable`: no usable answer in time.
 */
export type ProviderFailure = 'refused' | 'unauthorised' | 'unreachable' | 'unavailable';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  constructor(readonly failure: ProviderFailure, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** By name: a bundler may load this file twice in one process, and `instanceof` knows one copy only. */
export const isProviderError = (error: unknown): error is ProviderError => error instanceof Error && error.name === 'ProviderError';

import type { Config } from '@/lib/config/config';
import type { Language } from '@/lib/language';

/** The payment interface for the rest of the site. A provider's own shapes, names and errors stay in its folder. */

export type PaymentMethod = 'card' | 'wallet' | 'kiosk';

/** `authorised`: reserved, not charged · `child`: a refund or void of another charge; its success is not a payment. */
export type ChargeState = 'pending' | 'paid' | 'declined' | 'cancelled' | 'refunded' | 'authorised' | 'child';

export interface Charge {
  readonly id: string;
  readonly paymentId: string;
  readonly parentId: string | null;
  readonly state: ChargeState;
  readonly amountPiastres: number;
  readonly refundedPiastres: number;
  readonly currency: string;
  readonly method: PaymentMethod | null;
  /** The number that the buyer gives at a kiosk. */
  readonly billReference: string | null;
  readonly failureCode: string | null;
  /** Identical for two reports of the same facts from any source. Changes with any field that settlement uses. */
  readonly fingerprint: string;
  /** The property that does not match this site's account, or null. */
  readonly mismatch: 'integration' | 'owner' | 'mode' | null;
  /** False when a notification's signature covers only part of it: ask the provider before changing anything. */
  readonly isProven: boolean;
  readonly type: string;
  readonly record: Readonly<Record<string, unknown>>;
}

export interface RefundResult {
  readonly id: string;
  readonly state: 'pending' | 'done' | 'refused';
  readonly message: string | null;
}

export interface NotificationRequest {
  readonly body: string;
  readonly query: URLSearchParams;
  header(name: string): string | null;
}

export type PaymentNotification =
  | { readonly kind: 'charge'; readonly charge: Charge }
  | { readonly kind: 'unhandled'; readonly type: string }
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'malformed' };

export interface NewCheckout {
  readonly reference: string;
  readonly orderId: string;
  readonly lang: Language;
  readonly amountPiastres: number;
  readonly currency: string;
  /** The lines add up to the amount. */
  readonly lines: ReadonlyArray<{
    readonly name: string;
    readonly description: string;
    readonly totalPiastres: number;
  }>;
  readonly buyer: {
    readonly firstName: string;
    readonly lastName: string;
    readonly email: string;
    readonly phone: string;
  };
  readonly expiresInSeconds: number;
}

export interface OpenCheckout {
  readonly checkoutId: string;
  readonly paymentId: string;
  readonly url: string;
}

interface PaymentQuery {
  readonly paymentId: string;
  readonly currency: string;
  readonly knownIds: readonly string[];
}

/** Identifies a refund whose response was lost: it has at least this amount, is new, and is not in `knownIds`. */
export interface LostRefundQuery {
  readonly amountPiastres: number;
  readonly refundedBeforePiastres: number;
  readonly knownIds: readonly string[];
}

/** Describes a provider whether or not its variables are set. */
export interface ProviderDescription {
  /** Stored with orders. */
  readonly name: string;
  readonly title: string;
  /** The labels of its calls in metrics. */
  readonly services: readonly string[];
  /** The part of a notification that carries its signature. */
  readonly signature: { readonly in: 'query' | 'header'; readonly name: string };
  /** Tells operators where to enter the URL of notifications. */
  readonly callbackAdvice: string;
  /** @returns null until its variables are set */
  readonly create: (settings: Config) => PaymentProvider | null;
}

/** Methods that call the provider throw `ProviderError` unless they get a usable answer. */
export interface PaymentProvider {
  readonly name: string;
  readonly mode: 'test' | 'live';
  /** Null for a provider without a server. */
  readonly apiUrl: string | null;
  readonly isSettledAtOnce: boolean;
  openCheckout(checkout: NewCheckout): Promise<OpenCheckout>;
  findPaymentId(reference: string): Promise<string | null>;
  listCharges(payment: PaymentQuery): Promise<Charge[]>;
  findCharge(chargeId: string): Promise<Charge | null>;
  /** True if the page counts as paid, without naming a charge: enough to flag an order, not to grant access. */
  isPaid(checkoutUrl: string): Promise<boolean>;
  canRefund(method: PaymentMethod | null): boolean;
  /** Never retries. After an error, look for the refund with `findRefundOf`. */
  refund(charge: Charge, amountPiastres: number): Promise<RefundResult>;
  findRefund(refundId: string): Promise<RefundResult | null>;
  findRefundOf(charge: Charge, lost: LostRefundQuery): Promise<RefundResult | null>;
  readNotification(sent: NotificationRequest): PaymentNotification;
  /** Returns the payment that a returning browser names, if the query is signed. It never proves a payment. */
  readReturn(query: URLSearchParams): string | null;
}

/** `refused`: a retry will not help · `unreachable`: the request may have arrived nevertheless. */
export type ProviderFailure = 'refused' | 'unauthorised' | 'unreachable' | 'unavailable';

export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  constructor(
    readonly failure: ProviderFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Compares the name: a bundler may load this file twice in one process, and `instanceof` knows only one copy. */
export const isProviderError = (error: unknown): error is ProviderError =>
  error instanceof Error && error.name === 'ProviderError';

import type { IntentionBody } from '../payments/intention-schema';

export interface Intention {
  id: string;
  clientSecret: string;
  orderId: number;
  createdAt: number;
  expiresAt: number;
  amount: number;
  currency: string;
  integrationIds: number[];
  items: IntentionBody['items'];
  billing: IntentionBody['billing_data'];
  extras: Record<string, unknown> | null;
  specialReference: string | null;
  notificationUrl: string | null;
  redirectionUrl: string | null;
}

export interface GatewayResult {
  code: string;
  acquirer: string | null;
  message: string;
}

export interface Transaction {
  id: number;
  orderId: number;
  integrationId: number;
  amount: number;
  currency: string;
  pending: boolean;
  success: boolean;
  isAuth: boolean;
  isCapture: boolean;
  isVoid: boolean;
  isRefund: boolean;
  isVoided: boolean;
  isRefunded: boolean;
  isCaptured: boolean;
  is3dSecure: boolean;
  errorOccurred: boolean;
  refundedAmount: number;
  capturedAmount: number;
  parentId: number | null;
  source: { type: string; subType: string; pan: string };
  result: GatewayResult;
  billReference: string | null;
  /** The scenario that will apply after the 3-D Secure or wallet step. */
  scenario: string | null;
  createdAt: number;
  updatedAt: number;
  callbackResponses: {
    response: { status: number | null; content: string };
    callback_url: string;
    response_received_at: string;
  }[];
}

/** All deliveries of an event send the same body and signature. */
export interface CallbackEvent {
  id: number;
  transactionId: number;
  url: string;
  body: string;
  hmac: string;
  createdAt: number;
}

export interface Attempt {
  at: number;
  tookMs: number;
  status: number | null;
  body: string;
  error: string | null;
}

export interface Delivery {
  id: number;
  eventId: number;
  state: 'waiting' | 'sending' | 'delivered' | 'gave-up' | 'cancelled' | 'lost';
  dueAt: number;
  /** Id of another delivery: this one starts only after the first attempt of that one. */
  after: number | null;
  corrupt: string | null;
  attempts: Attempt[];
}

export interface Expectation {
  specialReference: string | null;
  orderId: number | null;
  scenario: string;
  times: number;
}

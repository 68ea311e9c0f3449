import { config } from '@/lib/config/config';
import { type Charge, type PaymentProvider, ProviderError } from './provider';

const prefix = 'free_';

const createCharge = (paymentId: string, currency: string): Charge => ({
  id: paymentId,
  paymentId,
  parentId: null,
  state: 'paid',
  amountPiastres: 0,
  refundedPiastres: 0,
  currency,
  method: null,
  billReference: null,
  failureCode: null,
  fingerprint: paymentId,
  mismatch: null,
  isProven: true,
  type: 'FREE',
  record: {},
});

const refuseRefund = () => Promise.reject(new ProviderError('refused', 'a free order has nothing to refund'));

/** Settles orders that cost nothing. Each has one payment with one charge, which is paid from the start. */
export const freeProvider: PaymentProvider = {
  name: 'free',
  mode: 'live',
  apiUrl: null,
  isSettledAtOnce: true,
  openCheckout: ({ orderId, lang }) =>
    Promise.resolve({
      checkoutId: prefix + orderId,
      paymentId: prefix + orderId,
      url: `${config().siteUrl}/${lang}/payment?order=${encodeURIComponent(orderId)}`,
    }),
  findPaymentId: () => Promise.resolve(null),
  listCharges: ({ paymentId, currency }) => Promise.resolve([createCharge(paymentId, currency)]),
  findCharge: () => Promise.resolve(null),
  isPaid: () => Promise.resolve(true),
  canRefund: () => false,
  refund: refuseRefund,
  findRefund: () => Promise.resolve(null),
  findRefundOf: () => Promise.resolve(null),
  readNotification: () => ({ kind: 'malformed' }),
  readReturn: () => null,
};

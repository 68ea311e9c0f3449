import { config } from '@/lib/config/config';
import type { PaymobConfig } from '@/lib/config/paymob';
import {
  type Charge,
  type ChargeState,
  type LostRefundQuery,
  type NewCheckout,
  type NotificationRequest,
  type OpenCheckout,
  type PaymentMethod,
  type PaymentNotification,
  type PaymentProvider,
  type ProviderDescription,
  ProviderError,
  type ProviderFailure,
  type RefundResult,
} from '@/lib/payments/provider';
import { truncate } from '@/lib/text';
import { PaymobClient } from './client';
import type { Transaction } from './transaction';
import { PaymobApiError, PaymobError, PaymobNetworkError, paymobServices } from './transport';

/** The buyer must see an error within ten seconds when Paymob does not answer (R09). */
const timeoutMs = 9000;
const maxLookups = 10;

export const paymob: ProviderDescription = {
  name: 'paymob',
  title: 'Paymob',
  services: paymobServices,
  signature: { in: 'query', name: 'hmac' },
  callbackAdvice: "as transaction processed callback of each integration in Paymob's dashboard",
  create: ({ payments }) => payments.paymob && paymobProvider(payments.paymob),
};

function paymobProvider(settings: PaymobConfig): PaymentProvider {
  const client = new PaymobClient({ ...settings, timeoutMs });
  const readCharge = (transaction: Transaction): Charge => toCharge(transaction, settings, false);
  return {
    name: paymob.name,
    mode: settings.mode,
    apiUrl: settings.baseUrl,
    isSettledAtOnce: false,
    openCheckout: (checkout) => convertErrors(openCheckout(client, settings, checkout)),
    findPaymentId: (reference) => convertErrors(findOrderId(client, reference)),
    listCharges: async ({ paymentId, knownIds }) =>
      (await convertErrors(listTransactions(client, Number(paymentId), knownIds))).map(readCharge),
    async findCharge(chargeId) {
      const transaction = await convertErrors(client.getTransaction(Number(chargeId)));
      return transaction && readCharge(transaction);
    },
    async isPaid(checkoutUrl) {
      const secret = new URL(checkoutUrl).searchParams.get('clientSecret');
      return secret !== null && (await convertErrors(client.isIntentionPaid(secret))) === true;
    },
    canRefund: (method) => method !== 'kiosk',
    refund: async (charge, amountPiastres) =>
      toRefund(await convertErrors(client.refund(Number(charge.id), amountPiastres))),
    async findRefund(refundId) {
      const transaction = await convertErrors(client.getTransaction(Number(refundId)));
      return transaction && toRefund(transaction);
    },
    async findRefundOf(charge, lost) {
      const listed = await convertErrors(client.listOrderTransactions(Number(charge.paymentId)));
      const lostRefund = findLostRefund(
        listed.filter((one) => one.isRefund && String(one.parentId) === charge.id),
        lost,
      );
      return lostRefund ? toRefund(lostRefund) : null;
    },
    readNotification: (sent) => readNotification(client, settings, sent),
    readReturn(query) {
      const reading = client.readRedirect(query);
      return reading.kind === 'signed' ? String(reading.orderId) : null;
    },
  };
}

async function openCheckout(
  client: PaymobClient,
  { integrationIds }: PaymobConfig,
  checkout: NewCheckout,
): Promise<OpenCheckout> {
  const { siteUrl } = config();
  const { amountPiastres, buyer, lines } = checkout;
  const intention = await client.createIntention({
    amountCents: amountPiastres,
    currency: checkout.currency,
    integrationIds: [...integrationIds],
    // Paymob refuses items that cost nothing.
    items: lines
      .filter(({ totalPiastres }) => totalPiastres > 0)
      .map((line) => ({
        name: truncate(line.name, 50),
        amountCents: line.totalPiastres,
        description: truncate(line.description, 255),
      })),
    billing: { ...buyer, phone: internationalPhone(buyer.phone) },
    reference: checkout.reference,
    expiresInSeconds: checkout.expiresInSeconds,
    notificationUrl: `${siteUrl}/api/payment/callback`,
    redirectionUrl: `${siteUrl}/api/payment/return`,
  });
  return {
    checkoutId: intention.id,
    paymentId: String(intention.orderId),
    url: client.checkoutUrl(intention.clientSecret),
  };
}

export function internationalPhone(digits: string): string {
  if (/^01\d{9}$/.test(digits)) return `+2${digits}`;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : `+${digits}`;
}

async function findOrderId(client: PaymobClient, reference: string): Promise<string | null> {
  const transaction = await client.inquireByReference(reference);
  return transaction?.merchantOrderId === reference ? String(transaction.orderId) : null;
}

/** An inquiry returns only the latest transaction, so a late decline would hide an earlier success. */
async function listTransactions(
  client: PaymobClient,
  orderId: number,
  knownIds: readonly string[],
): Promise<Transaction[]> {
  const latest = await client.inquireByOrder(orderId);
  const listed = latest ? await listIfAllowed(client, orderId) : [];
  const transactionById = new Map(
    [...listed, ...(latest ? [latest] : [])].map((transaction) => [transaction.id, transaction]),
  );
  for (const id of knownIds.slice(0, maxLookups).map(Number)) {
    const transaction = transactionById.has(id) ? null : await client.getTransaction(id);
    if (transaction) transactionById.set(id, transaction);
  }
  return [...transactionById.values()]
    .filter((transaction) => transaction.orderId === orderId)
    .sort((one, other) => one.id - other.id);
}

/** Returns nothing if the account may not list transactions: only the latest one is then known, from the inquiry. */
async function listIfAllowed(client: PaymobClient, orderId: number): Promise<Transaction[]> {
  try {
    return await client.listOrderTransactions(orderId);
  } catch (error) {
    if (error instanceof PaymobApiError && !error.isTemporary) return [];
    throw error;
  }
}

/** Skips the oldest completed refunds up to `refundedBeforePiastres`: they were made before the lost one. */
function findLostRefund(
  refunds: readonly Transaction[],
  { amountPiastres, refundedBeforePiastres, knownIds }: LostRefundQuery,
): Transaction | null {
  let before = 0;
  const later = refunds
    .toSorted((one, other) => one.id - other.id)
    .filter((one) => {
      if (one.pending) return true;
      if (!one.success) return false;
      before += one.amountCents;
      return before > refundedBeforePiastres;
    });
  return later.findLast((one) => one.amountCents >= amountPiastres && !knownIds.includes(String(one.id))) ?? null;
}

function toRefund({ id, pending, success, message }: Transaction): RefundResult {
  return { id: String(id), state: pending ? 'pending' : success ? 'done' : 'refused', message };
}

function readNotification(
  client: PaymobClient,
  settings: PaymobConfig,
  { body, query }: NotificationRequest,
): PaymentNotification {
  const macs = query.getAll('hmac');
  const reading = client.readCallback(body, macs.length === 1 ? macs[0] : null);
  return reading.kind === 'transaction'
    ? { kind: 'charge', charge: toCharge(reading.transaction, settings, true) }
    : reading;
}

async function convertErrors<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof PaymobError)) throw error;
    throw new ProviderError(toFailure(error), error.message, { cause: error });
  }
}

function toFailure(error: PaymobError): ProviderFailure {
  if (error instanceof PaymobNetworkError) return 'unreachable';
  if (!(error instanceof PaymobApiError) || error.isTemporary) return 'unavailable';
  return error.status === 401 ? 'unauthorised' : 'refused';
}

type Account = Pick<PaymobConfig, 'integrationIds' | 'owner' | 'mode'>;

/** @param isNotification true when Paymob sent the transaction by itself: only its signed fields are proven */
export function toCharge(transaction: Transaction, account: Account, isNotification: boolean): Charge {
  const state = toChargeState(transaction);
  const { isVoided, amountCents, refundedCents, source } = transaction;
  return {
    id: String(transaction.id),
    paymentId: String(transaction.orderId),
    parentId: transaction.parentId === null ? null : String(transaction.parentId),
    state,
    amountPiastres: amountCents,
    refundedPiastres: isVoided ? amountCents : refundedCents,
    currency: transaction.currency,
    method: toPaymentMethod(transaction),
    billReference: transaction.billReference,
    failureCode: transaction.responseCode ?? transaction.message,
    fingerprint: computeFingerprint(transaction),
    mismatch: state === 'child' ? null : findMismatch(transaction, account),
    isProven: !isNotification || isSignatureEnough(state, account),
    type: transaction.isRefund ? 'REFUND' : transaction.isVoid ? 'VOID' : 'TRANSACTION',
    // A wallet's `pan` is the buyer's phone number. Four digits are enough to recognise a payment.
    record: { ...transaction, source: { ...source, pan: source.pan.slice(-4) } },
  };
}

export function toChargeState(transaction: Transaction): ChargeState {
  if (transaction.hasParent) return 'child';
  if (transaction.isVoided) return transaction.success ? 'refunded' : 'cancelled';
  if (transaction.isRefunded) return 'refunded';
  if (transaction.pending) return 'pending';
  if (!transaction.success) return 'declined';
  return transaction.isAuth && !transaction.isCapture ? 'authorised' : 'paid';
}

function toPaymentMethod(transaction: Transaction): PaymentMethod | null {
  const type = transaction.source.type.toLowerCase();
  if (type === 'card') return 'card';
  if (type === 'wallet') return 'wallet';
  return type === 'aggregator' || type === 'cash' ? 'kiosk' : null;
}

/** The refunded total is unsigned. Without a configured owner, digits may have moved between signed fields. */
function isSignatureEnough(state: ChargeState, { owner }: Account): boolean {
  if (state === 'refunded' || state === 'child') return false;
  return state !== 'paid' || owner !== null;
}

/** A signature is not enough: digits can move between signed fields, and the payer may have paid for something else. */
function findMismatch(transaction: Transaction, { integrationIds, owner, mode }: Account): Charge['mismatch'] {
  if (!integrationIds.includes(transaction.integrationId)) return 'integration';
  if (owner !== null && transaction.owner !== null && transaction.owner !== owner) return 'owner';
  return transaction.isLive === true && mode === 'test' ? 'mode' : null;
}

/** Paymob sends the same id again for a refund or void, so the id alone would hide that change. */
function computeFingerprint(transaction: Transaction): string {
  const { pending, success, isVoided, isRefunded, hasParent } = transaction;
  const flags = [pending, success, isVoided, isRefunded, hasParent].map((flag) => (flag ? 1 : 0)).join('');
  return [
    transaction.id,
    transaction.orderId,
    transaction.amountCents,
    transaction.currency,
    transaction.integrationId,
    transaction.owner,
    flags,
    isRefunded ? transaction.refundedCents : 0,
  ].join(':');
}

import 'server-only';
import { config } from '@/lib/config/config';
import type { PaymobConfig } from '@/lib/config/service-settings';
import { ProviderError, type Charge, type LostRefund, type NewCheckout, type OpenCheckout, type PaymentNotification, type PaymentProvider, type ProviderFailure, type RefundResult, type SentNotification } from '@/lib/payments/provider';
import { truncate } from '@/lib/truncate';
import { PaymobClient } from './api/client';
import { PaymobApiError, PaymobError, PaymobNetworkError } from './api/errors';
import type { Transaction } from './api/transaction';
import { chargeOf } from './charge';

/** A buyer hears within ten seconds that Paymob does not answer (R09). */
const timeoutMs = 9000;
/** charges reported before that are looked up one by one */
const maxLookups = 10;

export function paymobProvider(settings: PaymobConfig): PaymentProvider {
  const client = new PaymobClient({ ...settings, timeoutMs });
  const toCharge = (transaction: Transaction): Charge => chargeOf(transaction, settings, false);
  return {
    name: 'paymob',
    mode: settings.mode,
    settlesAtOnce: false,
    openCheckout: (checkout) => translated(openCheckout(client, settings, checkout)),
    findPaymentId: (reference) => translated(findOrderId(client, reference)),
    listCharges: async ({ paymentId, knownIds }) => (await translated(listTransactions(client, Number(paymentId), knownIds))).map(toCharge),
    async findCharge(chargeId) {
      const transaction = await translated(client.getTransaction(Number(chargeId)));
      return transaction && toCharge(transaction);
    },
    async isPaid(checkoutUrl) {
      const secret = new URL(checkoutUrl).searchParams.get('clientSecret');
      return secret !== null && (await translated(client.isIntentionPaid(secret))) === true;
    },
    canRefund: (method) => method !== 'kiosk',
    refund: async (charge, amountPiastres) => refundOf(await translated(client.refund(Number(charge.id), amountPiastres))),
    async findRefund(refundId) {
      const transaction = await translated(client.getTransaction(Number(refundId)));
      return transaction && refundOf(transaction);
    },
    async findRefundOf(charge, lost) {
      const listed = await translated(client.listOrderTransactions(Number(charge.paymentId)));
      const found = findLost(listed.filter((one) => one.isRefund && String(one.parentId) === charge.id), lost);
      return found ? refundOf(found) : null;
    },
    readNotification: (sent) => readNotification(client, settings, sent),
    readReturn(query) {
      const reading = client.readRedirect(query);
      return reading.kind === 'signed' ? String(reading.orderId) : null;
    },
  };
}

async function openCheckout(client: PaymobClient, { integrationIds }: PaymobConfig, checkout: NewCheckout): Promise<OpenCheckout> {
  const { siteUrl } = config();
  const { amountPiastres, buyer, lines } = checkout;
  const intention = await client.createIntention({
    amountCents: amountPiastres,
    currency: checkout.currency,
    integrationIds: [...integrationIds],
    // Paymob refuses an item of 0.
    items: lines.filter(({ totalPiastres }) => totalPiastres > 0).map((line) => (
      { name: truncate(line.name, 50), amountCents: line.totalPiastres, description: truncate(line.description, 255) })),
    billing: { ...buyer, phone: internationalPhone(buyer.phone) },
    reference: checkout.reference,
    expiresInSeconds: checkout.expiresInSeconds,
    notificationUrl: `${siteUrl}/api/payment/callback`,
    redirectionUrl: `${siteUrl}/api/payment/return`,
  });
  return { checkoutId: intention.id, paymentId: String(intention.orderId), url: client.checkoutUrl(intention.clientSecret) };
}

/** `010…` as Egyptians write it, to `+2010…`; anything else is taken for a number with its country. */
export function internationalPhone(digits: string): string {
  if (/^01\d{9}$/.test(digits)) return `+2${digits}`;
  return digits.startsWith('00') ? `+${digits.slice(2)}` : `+${digits}`;
}

async function findOrderId(client: PaymobClient, reference: string): Promise<string | null> {
  const found = await client.inquireByReference(reference);
  return found?.merchantOrderId === reference ? String(found.orderId) : null;
}

/**
 * An inquiry gives only the latest transaction, and a late decline would hide an earlier success: so the order's own list is
 * read too, and every transaction that was reported before.
 */
async function listTransactions(client: PaymobClient, orderId: number, knownIds: readonly string[]): Promise<Transaction[]> {
  const latest = await client.inquireByOrder(orderId);
  const listed = latest ? await listIfAllowed(client, orderId) : [];
  const found = new Map([...listed, ...(latest ? [latest] : [])].map((transaction) => [transaction.id, transaction]));
  for (const id of knownIds.slice(0, maxLookups).map(Number)) {
    const transaction = found.has(id) ? null : await client.getTransaction(id);
    if (transaction) found.set(id, transaction);
  }
  return [...found.values()].filter((transaction) => transaction.orderId === orderId).sort((one, other) => one.id - other.id);
}

/** Not every account may read its orders; the inquiry alone must do there. */
async function listIfAllowed(client: PaymobClient, orderId: number): Promise<Transaction[]> {
  try {
    return await client.listOrderTransactions(orderId);
  } catch (error) {
    if (error instanceof PaymobApiError && !error.isTemporary) return [];
    throw error;
  }
}

/** The oldest refunds that are done are those that were done before. */
function findLost(refunds: readonly Transaction[], { amountPiastres, refundedBeforePiastres, knownIds }: LostRefund): Transaction | null {
  let before = 0;
  const later = refunds.toSorted((one, other) => one.id - other.id).filter((one) => {
    if (one.pending) return true;
    if (!one.success) return false;
    before += one.amountCents;
    return before > refundedBeforePiastres;
  });
  return later.findLast((one) => one.amountCents >= amountPiastres && !knownIds.includes(String(one.id))) ?? null;
}

function refundOf({ id, pending, success, message }: Transaction): RefundResult {
  return { id: String(id), state: pending ? 'pending' : success ? 'done' : 'refused', message };
}

function readNotification(client: PaymobClient, settings: PaymobConfig, { body, query }: SentNotification): PaymentNotification {
  const macs = query.getAll('hmac');
  const reading = client.readCallback(body, macs.length === 1 ? macs[0] : null);
  return reading.kind === 'transaction' ? { kind: 'charge', charge: chargeOf(reading.transaction, settings, true) } : reading;
}

async function translated<Value>(answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof PaymobError)) throw error;
    throw new ProviderError(failureOf(error), error.message, { cause: error });
  }
}

function failureOf(error: PaymobError): ProviderFailure {
  if (error instanceof PaymobNetworkError) return 'unreachable';
  if (!(error instanceof PaymobApiError) || error.isTemporary) return 'unavailable';
  return error.status === 401 ? 'unauthorised' : 'refused';
}

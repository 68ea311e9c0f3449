import type { PaymobConfig } from '@/lib/config/service-settings';
import type { Charge, ChargeState, PaymentMethod } from '@/lib/payments/provider';
import type { Transaction } from './api/transaction';

type Account = Pick<PaymobConfig, 'integrationIds' | 'owner' | 'mode'>;

/** A transaction of Paymob's as a charge of ours. `isNotification`: it came by itself, and only its signed fields are proven. */
export function chargeOf(transaction: Transaction, account: Account, isNotification: boolean): Charge {
  const state = stateOf(transaction);
  const { isVoided, amountCents, refundedCents, source } = transaction;
  return {
    id: String(transaction.id),
    paymentId: String(transaction.orderId),
    parentId: transaction.parentId === null ? null : String(transaction.parentId),
    state,
    amountPiastres: amountCents,
    refundedPiastres: isVoided ? amountCents : refundedCents,
    currency: transaction.currency,
    method: methodOf(transaction),
    billReference: transaction.billReference,
    failureCode: transaction.responseCode ?? transaction.message,
    fingerprint: fingerprintOf(transaction),
    mismatch: state === 'child' ? null : mismatchOf(transaction, account),
    isProven: !isNotification || isSignatureEnough(state, account),
    type: transaction.isRefund ? 'REFUND' : transaction.isVoid ? 'VOID' : 'TRANSACTION',
    // A wallet's `pan` is somebody's phone number: four digits are enough to recognise a payment by.
    record: { ...transaction, source: { ...source, pan: source.pan.slice(-4) } },
  };
}

/** By the signed booleans only; Paymob publishes no taxonomy of codes. */
export function stateOf(transaction: Transaction): ChargeState {
  if (transaction.hasParent) return 'child';
  if (transaction.isVoided) return transaction.success ? 'refunded' : 'cancelled';
  if (transaction.isRefunded) return 'refunded';
  if (transaction.pending) return 'pending';
  if (!transaction.success) return 'declined';
  return transaction.isAuth && !transaction.isCapture ? 'authorised' : 'paid';
}

function methodOf(transaction: Transaction): PaymentMethod | null {
  const type = transaction.source.type.toLowerCase();
  if (type === 'card') return 'card';
  if (type === 'wallet') return 'wallet';
  return type === 'aggregator' || type === 'cash' ? 'kiosk' : null;
}

/** The refunded total is not signed, and without a pinned owner digits may have moved between signed fields. */
function isSignatureEnough(state: ChargeState, { owner }: Account): boolean {
  if (state === 'refunded' || state === 'child') return false;
  return state !== 'paid' || owner !== null;
}

/** A signature alone does not make a transaction ours: digits can move between signed neighbours, and a payer may have paid something else. */
function mismatchOf(transaction: Transaction, { integrationIds, owner, mode }: Account): Charge['mismatch'] {
  if (!integrationIds.includes(transaction.integrationId)) return 'integration';
  if (owner !== null && transaction.owner !== null && transaction.owner !== owner) return 'owner';
  return transaction.isLive === true && mode === 'test' ? 'mode' : null;
}

/** Paymob sends a transaction's id again when it is refunded or voided, so the id alone would drop that news. */
function fingerprintOf(transaction: Transaction): string {
  const { pending, success, isVoided, isRefunded, hasParent } = transaction;
  const flags = [pending, success, isVoided, isRefunded, hasParent].map((flag) => (flag ? 1 : 0)).join('');
  return [
    transaction.id, transaction.orderId, transaction.amountCents, transaction.currency, transaction.integrationId, transaction.owner,
    flags, isRefunded ? transaction.refundedCents : 0,
  ].join(':');
}

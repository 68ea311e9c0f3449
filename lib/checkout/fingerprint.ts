import { createHash } from 'node:crypto';
import type { Transaction } from '@/lib/paymob/transaction';

/**
 * The same fact has the same fingerprint, whichever way it came. Paymob re-sends a transaction's id when it is
 * refunded or voided, so the id alone would drop that news; what is compared before granting is part of it, so that
 * a message with a wrong amount cannot stand in for the right one.
 */
export function fingerprintOf(transaction: Transaction): string {
  const refunded = transaction.isRefunded ? transaction.refundedCents : 0;
  return [
    transaction.id, transaction.orderId, transaction.amountCents, transaction.currency, transaction.integrationId, transaction.owner,
    flags(transaction), refunded,
  ].join(':');
}

const flags = ({ pending, success, isVoided, isRefunded, hasParent }: Transaction) =>
  [pending, success, isVoided, isRefunded, hasParent].map((flag) => (flag ? 1 : 0)).join('');

/** For events that must never stand in the way of the same fact told again: unknown orders, refused ones. */
export const asideFingerprint = (kind: string, fingerprint: string): string =>
  `${kind}:${createHash('sha256').update(fingerprint).digest('base64url')}`;

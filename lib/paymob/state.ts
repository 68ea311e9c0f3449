import type { Transaction } from './transaction';

export type TransactionState = 'pending' | 'paid' | 'declined' | 'refunded' | 'voided' | 'authorised' | 'child';

/**
 * What a transaction says about the money, by its signed booleans only; Paymob publishes no taxonomy of codes.
 * `child` is a refund, void or capture of another transaction: its own success never means that somebody paid.
 */
export function stateOf(transaction: Transaction): TransactionState {
  if (transaction.hasParent) return 'child';
  if (transaction.isVoided) return 'voided';
  if (transaction.isRefunded) return 'refunded';
  if (transaction.pending) return 'pending';
  if (!transaction.success) return 'declined';
  return transaction.isAuth && !transaction.isCapture ? 'authorised' : 'paid';
}

export type PaidBy = 'card' | 'wallet' | 'kiosk';

export function paidBy(transaction: Transaction): PaidBy | null {
  const type = transaction.source.type.toLowerCase();
  if (type === 'card') return 'card';
  if (type === 'wallet') return 'wallet';
  if (type === 'aggregator' || type === 'cash') return 'kiosk';
  return null;
}

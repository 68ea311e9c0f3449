import type { Transaction } from '@/lib/paymob/transaction';

export interface Expected {
  readonly amountPiastres: number;
  readonly currency: string;
  readonly integrationIds: readonly number[];
  readonly owner: number | null;
  readonly mode: 'test' | 'live';
}

export type Mismatch = 'integration' | 'owner' | 'currency' | 'amount' | 'mode';

/**
 * Why an authentic transaction is not this order's payment; null when it is. A signature alone does not say so: digits can
 * move between signed neighbours, and a payer may have paid something else. Amounts are compared for equality, never `>=`.
 */
export function mismatchOf(transaction: Transaction, expected: Expected): Mismatch | null {
  if (!expected.integrationIds.includes(transaction.integrationId)) return 'integration';
  if (expected.owner !== null && transaction.owner !== null && transaction.owner !== expected.owner) return 'owner';
  if (transaction.currency !== expected.currency) return 'currency';
  if (transaction.isLive === true && expected.mode === 'test') return 'mode';
  if (transaction.amountCents !== expected.amountPiastres) return 'amount';
  return null;
}

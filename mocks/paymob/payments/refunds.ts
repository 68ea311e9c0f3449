import { Refusal } from '@/mocks/paymob/api/answers';
import { emitCallback } from '@/mocks/paymob/deliveries';
import type { Fault } from '@/mocks/paymob/fault-schema';
import { isSameCairoDay } from '@/mocks/paymob/state/clock';
import type { Transaction } from '@/mocks/paymob/state/records';
import { findIntegration, findTransaction, type World } from '@/mocks/paymob/state/world';
import { approved } from './scenarios';
import { addTransaction } from './transactions';

const formatPounds = (amount: number): string =>
  `${Math.trunc(amount / 100)}.${String(amount % 100)
    .padStart(2, '0')
    .replace(/0$/, '')}`;

const getCapturedAmount = (transaction: Transaction): number =>
  transaction.isAuth ? transaction.capturedAmount : transaction.amount;

export function requireTransaction(world: World, id: number): Transaction {
  const one = findTransaction(world, id);
  if (!one) throw new Refusal(404, { detail: 'Invalid transaction id' });
  return one;
}

function requireReversible(transaction: Transaction): void {
  const possible =
    transaction.success && !transaction.pending && !transaction.isVoided && transaction.parentId === null;
  if (!possible) throw new Refusal(400, { message: 'Transaction can not be refunded or voided.' });
}

function addChild(world: World, parent: Transaction, more: Partial<Transaction>): Transaction {
  const { orderId, integrationId, amount, currency, source } = parent;
  return addTransaction(world, {
    orderId,
    integrationId,
    amount,
    currency,
    source,
    success: true,
    parentId: parent.id,
    result: approved,
    ...more,
  });
}

function applyRefund(world: World, parent: Transaction, refund: Transaction): void {
  parent.refundedAmount += refund.amount;
  parent.isRefunded = true;
  parent.updatedAt = world.clock.now();
  emitCallback(world, parent);
  emitCallback(world, refund);
}

export function refundTransaction(world: World, id: number, amount: number, fault: Fault | null = null): Transaction {
  const parent = requireTransaction(world, id);
  requireReversible(parent);
  if (findIntegration(world, parent.integrationId)?.name === 'kiosk')
    throw new Refusal(400, { message: 'Refund is not supported for this payment method.' });
  const refundableAmount = getCapturedAmount(parent) - parent.refundedAmount;
  if (amount > refundableAmount) {
    const limit = `EGP ${formatPounds(refundableAmount)}`;
    throw new Refusal(400, {
      message: `Requested Refund Amount is greater than the maximum refund amount permissible. Maximum Refund Amount is ${limit}`,
    });
  }
  if (fault?.outcome === 'refused') {
    return addChild(world, parent, {
      amount,
      isRefund: true,
      success: false,
      result: { code: 'DECLINED', acquirer: '05', message: 'Declined' },
    });
  }
  if (fault?.outcome === 'pending') return addPendingRefund(world, parent, amount, fault.settleMs);
  const refund = addChild(world, parent, { amount, isRefund: true });
  applyRefund(world, parent, refund);
  return refund;
}

function addPendingRefund(world: World, parent: Transaction, amount: number, settleMs: number): Transaction {
  const refund = addChild(world, parent, { amount, isRefund: true, success: false, pending: true });
  world.clock.runAt(world.clock.now() + settleMs, () => {
    Object.assign(refund, { pending: false, success: true, updatedAt: world.clock.now() });
    applyRefund(world, parent, refund);
    world.save();
  });
  return refund;
}

/** Refunds as an employee would in Paymob's dashboard: the shop learns of the refund only from the callback. */
export function refundByDashboard(world: World, parent: Transaction): Transaction {
  const refund = addChild(world, parent, { amount: getCapturedAmount(parent) - parent.refundedAmount, isRefund: true });
  applyRefund(world, parent, refund);
  world.save();
  return refund;
}

/** Voids a transaction, which is possible only on the day of the payment. */
export function voidTransaction(world: World, id: number): Transaction {
  const parent = requireTransaction(world, id);
  requireReversible(parent);
  const card = findIntegration(world, parent.integrationId)?.name === 'card';
  if (!card || parent.refundedAmount > 0) throw new Refusal(400, { message: 'Transaction can not be voided.' });
  if (!isSameCairoDay(parent.createdAt, world.clock.now()))
    throw new Refusal(400, { message: 'Transaction is already settled, refund it instead.' });
  const voiding = addChild(world, parent, { isVoid: true });
  Object.assign(parent, { isVoided: true, updatedAt: world.clock.now() });
  emitCallback(world, parent);
  emitCallback(world, voiding);
  return voiding;
}

export function captureTransaction(world: World, id: number, amount: number): Transaction {
  const parent = requireTransaction(world, id);
  requireReversible(parent);
  if (!parent.isAuth || parent.isCaptured) throw new Refusal(400, { detail: 'Transaction can not be captured.' });
  if (amount > parent.amount) throw new Refusal(400, { detail: 'Capture amount cannot exceed auth amount' });
  const capturing = addChild(world, parent, { amount, isCapture: true });
  Object.assign(parent, { isCaptured: true, capturedAmount: amount, updatedAt: world.clock.now() });
  emitCallback(world, parent);
  emitCallback(world, capturing);
  return capturing;
}

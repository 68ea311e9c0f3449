import { emitCallback } from '../deliveries';
import type { Intention, Transaction } from '../state/records';
import { findIntegration, takeNextId, type World } from '../state/world';
import { refundByDashboard } from './refunds';
import { approved, getScenario, oneTimePassword, type Scenario, testWallet } from './scenarios';
import { addTransaction, type NewTransaction, pendingResult } from './transactions';

const staleByMs = 60_000;
const staleAfterMs = 1500;
const refundAfterMs = 3000;

const walletPaid = { code: '200', acquirer: null, message: 'Transaction has been completed successfully.' };
const walletRefused = { code: '6004', acquirer: null, message: 'Wallet is not registered or the PIN is wrong.' };

/** Returns the scenario set through the control API, which overrides the card's own. */
function takeExpectedScenario(world: World, intention: Intention): string | null {
  const index = world.store.expectations.findIndex(
    (one) =>
      one.orderId === intention.orderId ||
      (one.specialReference !== null && one.specialReference === intention.specialReference),
  );
  const expectation = world.store.expectations[index];
  if (!expectation) return null;
  expectation.times -= 1;
  if (expectation.times <= 0) world.store.expectations.splice(index, 1);
  return expectation.scenario;
}

function createBaseTransaction(
  world: World,
  intention: Intention,
  integrationId: number,
  source: Transaction['source'],
): NewTransaction {
  const integration = findIntegration(world, integrationId);
  if (!integration) throw new Error(`integration ${integrationId} no longer exists`);
  const { amount, currency, orderId } = intention;
  return {
    orderId,
    amount,
    currency,
    integrationId,
    source,
    isAuth: integration.authOnly,
    pending: true,
    result: pendingResult,
  };
}

const describeCard = (pan: string): Transaction['source'] => ({
  type: 'card',
  subType: pan.startsWith('4') ? 'Visa' : 'MasterCard',
  pan: pan.slice(-4),
});

export function payByCard(
  world: World,
  intention: Intention,
  integrationId: number,
  pan: string,
  cardScenario: string,
): Transaction {
  const name = takeExpectedScenario(world, intention) ?? cardScenario;
  const scenario: Scenario = getScenario(name);
  const transaction = createBaseTransaction(world, intention, integrationId, describeCard(pan));
  if (scenario.also === 'stale-decline') addStaleDecline(world, transaction);
  const one = addTransaction(world, {
    ...transaction,
    scenario: name,
    amount: transaction.amount + (scenario.amountOff ?? 0),
  });
  if (!scenario.threeDSecure && scenario.outcome !== 'abandoned') settleTransaction(world, one, scenario);
  return one;
}

function addStaleDecline(world: World, declined: NewTransaction): void {
  const createdAt = world.clock.now() - staleByMs;
  const result = { code: 'DECLINED', acquirer: '05', message: 'DECLINED' };
  const stale = addTransaction(world, { ...declined, pending: false, result, createdAt, updatedAt: createdAt });
  emitCallback(world, stale, [{ afterMs: staleAfterMs }]);
}

export function answerThreeDSecure(world: World, transaction: Transaction, password: string): void {
  if (!transaction.pending || transaction.scenario === null) return;
  const scenario: Scenario = getScenario(password === oneTimePassword ? transaction.scenario : 'authentication-failed');
  settleTransaction(world, transaction, scenario, password === oneTimePassword);
}

export function completeTransaction(world: World, transaction: Transaction, name: string): void {
  settleTransaction(world, transaction, getScenario(name), getScenario(name).threeDSecure);
}

function settleTransaction(world: World, transaction: Transaction, scenario: Scenario, threeDSecure = false): void {
  const success = scenario.outcome === 'paid';
  const errorOccurred = scenario.errorOccurred ?? false;
  Object.assign(transaction, {
    pending: false,
    success,
    errorOccurred,
    is3dSecure: threeDSecure,
    result: scenario.result,
    updatedAt: world.clock.now(),
  });
  emitCallback(world, transaction, scenario.callbacks);
  if (scenario.also === 'second-success') addSecondSuccess(world, transaction);
  if (scenario.also === 'refund-later')
    world.clock.runAt(world.clock.now() + refundAfterMs, () => refundByDashboard(world, transaction));
}

function addSecondSuccess(world: World, first: Transaction): void {
  const { orderId, integrationId, amount, currency, source, success, isAuth, is3dSecure, result, scenario } = first;
  const second = addTransaction(world, {
    orderId,
    integrationId,
    amount,
    currency,
    source,
    success,
    isAuth,
    is3dSecure,
    result,
    scenario,
  });
  emitCallback(world, second);
}

export function startWallet(world: World, intention: Intention, integrationId: number, phone: string): Transaction {
  const one = addTransaction(world, {
    ...createBaseTransaction(world, intention, integrationId, { type: 'wallet', subType: 'wallet', pan: phone }),
    scenario: 'wallet',
  });
  if (phone !== testWallet) finishWallet(world, one, false);
  return one;
}

export function answerWallet(world: World, transaction: Transaction, pin: string, password: string): void {
  if (transaction.pending) finishWallet(world, transaction, pin === oneTimePassword && password === oneTimePassword);
}

export function finishWallet(world: World, transaction: Transaction, success: boolean): void {
  Object.assign(transaction, {
    pending: false,
    success,
    result: success ? walletPaid : walletRefused,
    updatedAt: world.clock.now(),
  });
  emitCallback(world, transaction);
}

export function issueBill(world: World, intention: Intention, integrationId: number): Transaction {
  const open = world.store.transactions.find(
    (one) => one.orderId === intention.orderId && one.billReference !== null && one.pending,
  );
  if (open) return open;
  const billReference = String(takeNextId(world.store.counters, 'bill'));
  const result = { code: '', acquirer: null, message: 'Pending Payment' };
  return addTransaction(world, {
    ...createBaseTransaction(world, intention, integrationId, { type: 'aggregator', subType: 'AGGREGATOR', pan: '' }),
    billReference,
    result,
  });
}

export function payBill(world: World, transaction: Transaction): void {
  if (!transaction.pending) return;
  Object.assign(transaction, {
    pending: false,
    success: true,
    result: { ...approved, acquirer: null },
    updatedAt: world.clock.now(),
  });
  emitCallback(world, transaction);
}

/** Like Paymob, marks an expired bill as voided (neither successful nor pending) and keeps its old message. */
export function expireBill(world: World, transaction: Transaction): void {
  if (!transaction.pending) return;
  Object.assign(transaction, { pending: false, success: false, isVoided: true, updatedAt: world.clock.now() });
  emitCallback(world, transaction);
}

export const findBill = (world: World, reference: string): Transaction | undefined =>
  world.store.transactions.find((one) => one.billReference === reference);

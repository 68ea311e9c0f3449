import type { Integration } from '../config';
import { cairoTime } from '../state/clock';
import type { GatewayResult, Intention, Transaction } from '../state/records';
import { type World, findByOrder, integrationById, paidAmount, nextId } from '../state/world';

export type NewTransaction = Partial<Omit<Transaction, 'id'>> &
  Pick<Transaction, 'orderId' | 'integrationId' | 'amount' | 'currency' | 'source'>;

export const pendingResult: GatewayResult = { code: 'PENDING', acquirer: null, message: 'Pending' };

export function addTransaction(world: World, given: NewTransaction): Transaction {
  const now = world.clock.now();
  const transaction: Transaction = {
    id: nextId(world.store.counters, 'transaction'),
    pending: false,
    success: false,
    isAuth: false,
    isCapture: false,
    isVoid: false,
    isRefund: false,
    isVoided: false,
    isRefunded: false,
    isCaptured: false,
    is3dSecure: false,
    errorOccurred: false,
    refundedAmount: 0,
    capturedAmount: 0,
    parentId: null,
    result: pendingResult,
    billReference: null,
    scenario: null,
    createdAt: now,
    updatedAt: now,
    callbackResponses: [],
    ...given,
  };
  world.store.transactions.push(transaction);
  return transaction;
}

function orderView(world: World, intention: Intention): Record<string, unknown> {
  const paid = paidAmount(world, intention.orderId);
  return {
    id: intention.orderId,
    created_at: cairoTime(intention.createdAt),
    delivery_needed: false,
    merchant: { id: world.config.profile, company_name: world.config.merchantName, country: 'EGY' },
    collector: null,
    amount_cents: intention.amount,
    shipping_data: null,
    currency: intention.currency,
    is_payment_locked: false,
    merchant_order_id: intention.specialReference,
    paid_amount_cents: paid,
    items: [],
    payment_method: 'tbc',
    api_source: 'OTHER',
    data: {},
    payment_status: paid > 0 ? 'PAID' : 'UNPAID',
  };
}

const paymentClass = { MIGS: 'MigsPayment', UIG: 'WalletPayment', CAGG: 'CAGGPayment' } as const;

function authenticationOf(one: Transaction): string {
  if (!one.is3dSecure) return 'AUTHENTICATION_NOT_IN_EFFECT';
  return one.result.code === 'AUTHENTICATION_FAILED' ? 'AUTHENTICATION_UNSUCCESSFUL' : 'AUTHENTICATION_SUCCESSFUL';
}

function gatewayData(one: Transaction, integration: Integration | undefined): Record<string, unknown> {
  const migs = integration?.gateway === 'MIGS';
  return {
    klass: paymentClass[integration?.gateway ?? 'MIGS'],
    gateway_integration_pk: one.integrationId,
    amount: one.amount,
    currency: one.currency,
    ...(migs && {
      migs_result: one.pending ? 'PENDING' : one.success ? 'SUCCESS' : 'FAILURE',
      migs_order: { status: one.success ? 'CAPTURED' : 'FAILED', authenticationStatus: authenticationOf(one) },
      migs_transaction: { type: one.isRefund ? 'REFUND' : one.isVoid ? 'VOID' : 'PAYMENT' },
      card_num: `xxxxxxxxxxxx${one.source.pan}`,
    }),
    ...(one.billReference && { bill_reference: Number(one.billReference), due_amount: one.amount, biller: null }),
    txn_response_code: one.result.code,
    acq_response_code: one.result.acquirer,
    message: one.result.message,
  };
}

/** The same object appears in callbacks (`obj`), inquiries and refunds. */
export function transactionView(world: World, one: Transaction): Record<string, unknown> {
  const intention = findByOrder(world, one.orderId);
  if (!intention) throw new Error(`transaction ${one.id} has no order`);
  const { owner, profile } = world.config;
  const claims = {
    extra: intention.extras ?? {},
    order_id: one.orderId,
    amount_cents: intention.amount,
    currency: one.currency,
    integration_id: one.integrationId,
    next_payment_intention: intention.id,
  };
  return {
    id: one.id,
    pending: one.pending,
    amount_cents: one.amount,
    success: one.success,
    is_auth: one.isAuth,
    is_capture: one.isCapture,
    is_standalone_payment: one.parentId === null,
    is_voided: one.isVoided,
    is_refunded: one.isRefunded,
    is_3d_secure: one.is3dSecure,
    integration_id: one.integrationId,
    profile_id: profile,
    has_parent_transaction: one.parentId !== null,
    order: orderView(world, intention),
    created_at: cairoTime(one.createdAt),
    transaction_processed_callback_responses: one.callbackResponses,
    currency: one.currency,
    source_data: { pan: one.source.pan, type: one.source.type, tenure: null, sub_type: one.source.subType },
    api_source: 'IFRAME',
    terminal_id: null,
    merchant_commission: 0,
    installment: null,
    discount_details: [],
    is_void: one.isVoid,
    is_refund: one.isRefund,
    data: gatewayData(one, integrationById(world, one.integrationId)),
    is_hidden: false,
    payment_key_claims: one.parentId === null ? claims : null,
    error_occured: one.errorOccurred,
    is_live: false,
    refunded_amount_cents: one.refundedAmount,
    source_id: -1,
    is_captured: one.isCaptured,
    captured_amount: one.capturedAmount,
    updated_at: cairoTime(one.updatedAt),
    is_settled: false,
    owner,
    parent_transaction: one.parentId,
  };
}

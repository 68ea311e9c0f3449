import type { Integration } from '../config';
import { formatCairoTime } from '../state/clock';
import type { GatewayResult, Intention, Transaction } from '../state/records';
import { computePaidAmount, findByOrder, findIntegration, takeNextId, type World } from '../state/world';

export type NewTransaction = Partial<Omit<Transaction, 'id'>> &
  Pick<Transaction, 'orderId' | 'integrationId' | 'amount' | 'currency' | 'source'>;

export const pendingResult: GatewayResult = { code: 'PENDING', acquirer: null, message: 'Pending' };

export function addTransaction(world: World, fields: NewTransaction): Transaction {
  const now = world.clock.now();
  const transaction: Transaction = {
    id: takeNextId(world.store.counters, 'transaction'),
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
    ...fields,
  };
  world.store.transactions.push(transaction);
  return transaction;
}

function describeOrder(world: World, intention: Intention): Record<string, unknown> {
  const paid = computePaidAmount(world, intention.orderId);
  return {
    id: intention.orderId,
    created_at: formatCairoTime(intention.createdAt),
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

function describeAuthentication(transaction: Transaction): string {
  if (!transaction.is3dSecure) return 'AUTHENTICATION_NOT_IN_EFFECT';
  return transaction.result.code === 'AUTHENTICATION_FAILED'
    ? 'AUTHENTICATION_UNSUCCESSFUL'
    : 'AUTHENTICATION_SUCCESSFUL';
}

function describeGateway(transaction: Transaction, integration: Integration | undefined): Record<string, unknown> {
  const migs = integration?.gateway === 'MIGS';
  return {
    klass: paymentClass[integration?.gateway ?? 'MIGS'],
    gateway_integration_pk: transaction.integrationId,
    amount: transaction.amount,
    currency: transaction.currency,
    ...(migs && {
      migs_result: transaction.pending ? 'PENDING' : transaction.success ? 'SUCCESS' : 'FAILURE',
      migs_order: {
        status: transaction.success ? 'CAPTURED' : 'FAILED',
        authenticationStatus: describeAuthentication(transaction),
      },
      migs_transaction: { type: transaction.isRefund ? 'REFUND' : transaction.isVoid ? 'VOID' : 'PAYMENT' },
      card_num: `xxxxxxxxxxxx${transaction.source.pan}`,
    }),
    ...(transaction.billReference && {
      bill_reference: Number(transaction.billReference),
      due_amount: transaction.amount,
      biller: null,
    }),
    txn_response_code: transaction.result.code,
    acq_response_code: transaction.result.acquirer,
    message: transaction.result.message,
  };
}

/** The same object appears in callbacks (`obj`), inquiries and refunds. */
export function describeTransaction(world: World, transaction: Transaction): Record<string, unknown> {
  const intention = findByOrder(world, transaction.orderId);
  if (!intention) throw new Error(`transaction ${transaction.id} has no order`);
  const { owner, profile } = world.config;
  const claims = {
    extra: intention.extras ?? {},
    order_id: transaction.orderId,
    amount_cents: intention.amount,
    currency: transaction.currency,
    integration_id: transaction.integrationId,
    next_payment_intention: intention.id,
  };
  return {
    id: transaction.id,
    pending: transaction.pending,
    amount_cents: transaction.amount,
    success: transaction.success,
    is_auth: transaction.isAuth,
    is_capture: transaction.isCapture,
    is_standalone_payment: transaction.parentId === null,
    is_voided: transaction.isVoided,
    is_refunded: transaction.isRefunded,
    is_3d_secure: transaction.is3dSecure,
    integration_id: transaction.integrationId,
    profile_id: profile,
    has_parent_transaction: transaction.parentId !== null,
    order: describeOrder(world, intention),
    created_at: formatCairoTime(transaction.createdAt),
    transaction_processed_callback_responses: transaction.callbackResponses,
    currency: transaction.currency,
    source_data: {
      pan: transaction.source.pan,
      type: transaction.source.type,
      tenure: null,
      sub_type: transaction.source.subType,
    },
    api_source: 'IFRAME',
    terminal_id: null,
    merchant_commission: 0,
    installment: null,
    discount_details: [],
    is_void: transaction.isVoid,
    is_refund: transaction.isRefund,
    data: describeGateway(transaction, findIntegration(world, transaction.integrationId)),
    is_hidden: false,
    payment_key_claims: transaction.parentId === null ? claims : null,
    error_occured: transaction.errorOccurred,
    is_live: false,
    refunded_amount_cents: transaction.refundedAmount,
    source_id: -1,
    is_captured: transaction.isCaptured,
    captured_amount: transaction.capturedAmount,
    updated_at: formatCairoTime(transaction.updatedAt),
    is_settled: false,
    owner,
    parent_transaction: transaction.parentId,
  };
}

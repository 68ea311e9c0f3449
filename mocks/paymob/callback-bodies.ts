import { createHmac } from 'node:crypto';
import { describeTransaction } from '@/mocks/paymob/payments/transactions';
import type { Transaction } from '@/mocks/paymob/state/records';
import { findByOrder, findIntegration, type World } from '@/mocks/paymob/state/world';

/** Leaves the list of responses empty, because the shop has not responded yet. */
export function buildCallback(world: World, transaction: Transaction): { body: string; hmac: string } {
  const obj = { ...describeTransaction(world, transaction), transaction_processed_callback_responses: [] };
  const body = { type: 'TRANSACTION', obj, issuer_bank: null, transaction_processed_callback_responses: '' };
  return { body: JSON.stringify(body), hmac: signTransaction(obj, world.config.hmacSecret) };
}

/** Uses the intention's URL for cards only, as Paymob's documentation says. */
export function findProcessedUrl(world: World, transaction: Transaction): string | null {
  const integration = findIntegration(world, transaction.integrationId);
  const intentionUrl = findByOrder(world, transaction.orderId)?.notificationUrl ?? null;
  if (integration?.name === 'card' || world.config.strict === 'lenient')
    return intentionUrl ?? integration?.processedUrl ?? null;
  return integration?.processedUrl ?? intentionUrl;
}

const signedFlat = [
  'id',
  'pending',
  'amount_cents',
  'success',
  'is_auth',
  'is_capture',
  'is_standalone_payment',
  'is_voided',
  'is_refunded',
  'is_3d_secure',
  'integration_id',
  'profile_id',
  'has_parent_transaction',
  'created_at',
  'currency',
  'merchant_commission',
  'discount_details',
  'is_void',
  'is_refund',
  'error_occured',
  'refunded_amount_cents',
  'captured_amount',
  'updated_at',
  'is_settled',
  'owner',
] as const;

function redirectQuery(world: World, transaction: Transaction): Record<string, string> {
  const view = describeTransaction(world, transaction);
  const query: Record<string, string> = {};
  for (const key of signedFlat) query[key] = Array.isArray(view[key]) ? '[]' : String(view[key] ?? '');
  const reference = findByOrder(world, transaction.orderId)?.specialReference;
  return {
    ...query,
    order: String(transaction.orderId),
    ...(reference && { merchant_order_id: reference }),
    bill_balanced: 'False',
    is_bill: 'False',
    'source_data.type': transaction.source.type,
    'source_data.pan': transaction.source.pan,
    'source_data.sub_type': transaction.source.subType,
    'data.message': transaction.result.message,
    txn_response_code: transaction.result.code,
    ...(transaction.result.acquirer !== null && { acq_response_code: transaction.result.acquirer }),
    hmac: signTransaction(view, world.config.hmacSecret),
  };
}

export function redirectUrl(world: World, transaction: Transaction): string | null {
  const integration = findIntegration(world, transaction.integrationId);
  const own =
    integration?.name === 'kiosk' && world.config.strict === 'docs'
      ? null
      : findByOrder(world, transaction.orderId)?.redirectionUrl;
  const target = own ?? integration?.responseUrl;
  if (!target) return null;
  const url = new URL(target);
  for (const [key, value] of Object.entries(redirectQuery(world, transaction))) url.searchParams.set(key, value);
  return url.href;
}

/** Fields in the order in which Paymob signs them. */
const signedFields = [
  'amount_cents',
  'created_at',
  'currency',
  'error_occured',
  'has_parent_transaction',
  'id',
  'integration_id',
  'is_3d_secure',
  'is_auth',
  'is_capture',
  'is_refunded',
  'is_standalone_payment',
  'is_voided',
  'order.id',
  'owner',
  'pending',
  'source_data.pan',
  'source_data.sub_type',
  'source_data.type',
  'success',
] as const;

const tokenFields = [
  'card_subtype',
  'created_at',
  'email',
  'id',
  'masked_pan',
  'merchant_id',
  'order_id',
  'token',
] as const;

const getValue = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | null | undefined)?.[key], body);

const joinFields = (body: unknown, fields: readonly string[]): string =>
  fields.map((field) => String(getValue(body, field) ?? '')).join('');

export const joinSignedFields = (transaction: unknown): string => joinFields(transaction, signedFields);

export const computeHmac = (text: string, secret: string): string =>
  createHmac('sha512', secret).update(text, 'utf8').digest('hex');

export const signTransaction = (transaction: unknown, secret: string): string =>
  computeHmac(joinSignedFields(transaction), secret);

export const signToken = (token: unknown, secret: string): string =>
  computeHmac(joinFields(token, tokenFields), secret);

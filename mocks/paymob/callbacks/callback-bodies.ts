import { signTransaction } from './hmac';
import { findByOrder, integrationById } from '../state/lookup';
import type { Transaction } from '../state/records';
import { transactionView } from '../payments/transactions';
import type { World } from '../state/world';

/** The processed callback's body. Its responses list is empty: it is being made. */
export function callbackBody(world: World, one: Transaction): { body: string; hmac: string } {
  const obj = { ...transactionView(world, one), transaction_processed_callback_responses: [] };
  const body = { type: 'TRANSACTION', obj, issuer_bank: null, transaction_processed_callback_responses: '' };
  return { body: JSON.stringify(body), hmac: signTransaction(obj, world.config.hmacSecret) };
}

/** Where processed callbacks of this transaction go: by the documentation the intention's URL counts for cards only. */
export function processedUrl(world: World, one: Transaction): string | null {
  const integration = integrationById(world, one.integrationId);
  const own = findByOrder(world, one.orderId)?.notificationUrl ?? null;
  if (integration?.name === 'card' || world.config.strict === 'lenient') return own ?? integration?.processedUrl ?? null;
  return integration?.processedUrl ?? own;
}

const signedFlat = [
  'id', 'pending', 'amount_cents', 'success', 'is_auth', 'is_capture', 'is_standalone_payment', 'is_voided', 'is_refunded',
  'is_3d_secure', 'integration_id', 'profile_id', 'has_parent_transaction', 'created_at', 'currency', 'merchant_commission',
  'discount_details', 'is_void', 'is_refund', 'error_occured', 'refunded_amount_cents', 'captured_amount', 'updated_at',
  'is_settled', 'owner',
] as const;

function redirectQuery(world: World, one: Transaction): Record<string, string> {
  const view = transactionView(world, one);
  const query: Record<string, string> = {};
  for (const key of signedFlat) query[key] = Array.isArray(view[key]) ? '[]' : String(view[key] ?? '');
  const reference = findByOrder(world, one.orderId)?.specialReference;
  return {
    ...query,
    order: String(one.orderId),
    ...(reference && { merchant_order_id: reference }),
    bill_balanced: 'False',
    is_bill: 'False',
    'source_data.type': one.source.type,
    'source_data.pan': one.source.pan,
    'source_data.sub_type': one.source.subType,
    'data.message': one.result.message,
    txn_response_code: one.result.code,
    ...(one.result.acquirer !== null && { acq_response_code: one.result.acquirer }),
    hmac: signTransaction(view, world.config.hmacSecret),
  };
}

/** The response callback: where the buyer's browser is sent, or null when the shop named no address. */
export function redirectUrl(world: World, one: Transaction): string | null {
  const integration = integrationById(world, one.integrationId);
  const own = integration?.name === 'kiosk' && world.config.strict === 'docs' ? null : findByOrder(world, one.orderId)?.redirectionUrl;
  const target = own ?? integration?.responseUrl;
  if (!target) return null;
  const url = new URL(target);
  for (const [key, value] of Object.entries(redirectQuery(world, one))) url.searchParams.set(key, value);
  return url.href;
}

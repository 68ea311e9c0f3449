import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { parseWellFormed } from '@/lib/json-file';
import { poundsFromPiastres } from '@/lib/money';
import { parseSignedTransaction, type Transaction } from './transaction';

export type CallbackReading =
  | { readonly kind: 'transaction'; readonly transaction: Transaction; readonly body: unknown }
  | { readonly kind: 'unhandled'; readonly type: string }
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'malformed'; readonly reason: string };

const envelope = z.object({ type: z.string().max(40), obj: z.record(z.string(), z.unknown()) });
/** Paymob signs the values' concatenated text, so every signed value must have exactly one text form. */
const signedValue = z.union([z.string().max(300), z.number(), z.boolean(), z.null(), z.undefined()]);
const subscription = z.object({
  trigger_type: z.string().max(100),
  subscription_data: z.object({ id: z.union([z.int(), z.string().max(100)]) }),
  hmac: z.string(),
});

/** An old format, no longer documented. Paymob's WooCommerce plugin still verifies it: amount in pounds, then id. */
const intention = z.object({
  intention: z.object({ id: z.string().max(100), amount: z.int() }),
  transaction: z.record(z.string(), z.unknown()),
  hmac: z.string(),
});

function parseJson(text: string): unknown {
  try {
    return parseWellFormed(text);
  } catch {
    return undefined;
  }
}

function readWithoutEnvelope(body: unknown, hmacSecret: string): CallbackReading {
  const verifiedReading = (type: string, text: string, hmac: string): CallbackReading =>
    isSigned(['text'], () => text, hmac, hmacSecret) ? { kind: 'unhandled', type } : { kind: 'unsigned' };
  const old = intention.safeParse(body).data;
  if (old)
    return verifiedReading(
      'INTENTION',
      `${poundsFromPiastres(old.intention.amount).toFixed(2)}${old.intention.id}`,
      old.hmac,
    );
  const change = subscription.safeParse(body).data;
  if (change)
    return verifiedReading(
      'SUBSCRIPTION',
      `${change.trigger_type}for${String(change.subscription_data.id)}`,
      change.hmac,
    );
  return { kind: 'malformed', reason: 'no callback shape' };
}

/** The HMAC has no separators, so digits can move between fields: compare owner, integration, amount and currency. */
export function readCallback(text: string, mac: unknown, hmacSecret: string): CallbackReading {
  const body = parseJson(text);
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return readWithoutEnvelope(body, hmacSecret);
  const { type, obj } = parsed.data;
  const fields = type === 'TOKEN' ? tokenFields : transactionFields;
  const read = nestedReader(obj);
  if (!fields.every((field) => signedValue.safeParse(read(field)).success))
    return { kind: 'malformed', reason: 'a signed field has no text' };
  if (!isSigned(fields, read, mac, hmacSecret)) return { kind: 'unsigned' };
  if (type !== 'TRANSACTION') return { kind: 'unhandled', type };
  const transaction = parseSignedTransaction(obj);
  if (!transaction) return { kind: 'malformed', reason: 'a signed field is not in its canonical form' };
  return { kind: 'transaction', transaction, body: obj };
}

export type RedirectReading =
  | { readonly kind: 'signed'; readonly orderId: number; readonly transactionId: number; readonly success: boolean }
  | { readonly kind: 'unsigned' };

const canonicalId = /^[1-9]\d{0,15}$/;

/** A repeated field could be verified with one value and used with another. */
function isUnambiguous(query: URLSearchParams): boolean {
  const fields = transactionFields.flatMap((field) => (field === 'order.id' ? ['order', 'order_id'] : [field]));
  return [...fields, 'hmac'].every((field) => query.getAll(field).length <= 1);
}

/** Reads the query with which Paymob sends the browser back. It names the order but never proves a payment. */
export function readRedirect(query: URLSearchParams, hmacSecret: string): RedirectReading {
  const read = queryReader(query);
  if (!isUnambiguous(query) || !isSigned(transactionFields, read, query.get('hmac'), hmacSecret)) {
    return { kind: 'unsigned' };
  }
  const order = String(read('order.id'));
  const transaction = String(read('id'));
  if (!canonicalId.test(order) || !canonicalId.test(transaction)) return { kind: 'unsigned' };
  return {
    kind: 'signed',
    orderId: Number(order),
    transactionId: Number(transaction),
    success: query.get('success') === 'true',
  };
}

/** In signing order, the same for the processed callback and the redirect. */
export const transactionFields = [
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

export const tokenFields = [
  'card_subtype',
  'created_at',
  'email',
  'id',
  'masked_pan',
  'merchant_id',
  'order_id',
  'token',
] as const;

type FieldReader = (field: string) => unknown;

/** Null and missing values are signed as empty text, as in most libraries; Paymob publishes no test vector for them. */
function signedText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

export function macOf(fields: readonly string[], read: FieldReader, secret: string): Buffer {
  const text = fields.map((field) => signedText(read(field))).join('');
  return createHmac('sha512', secret).update(text, 'utf8').digest();
}

/** Returns false without a secret, or if `mac` is not exactly one value of 128 hex digits. */
export function isSigned(fields: readonly string[], read: FieldReader, mac: unknown, secret: string): boolean {
  if (!secret || typeof mac !== 'string' || !/^[0-9a-f]{128}$/i.test(mac)) return false;
  return timingSafeEqual(macOf(fields, read, secret), Buffer.from(mac, 'hex'));
}

export function nestedReader(body: unknown): FieldReader {
  return (field) =>
    field.split('.').reduce<unknown>((node, part) => {
      if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return undefined;
      return (node as Record<string, unknown>)[part];
    }, body);
}

/** The redirect's keys are flat and dotted. Its order id is sent as `order`, but Paymob's table calls it `order_id`. */
function queryReader(query: URLSearchParams): FieldReader {
  return (field) => (field === 'order.id' ? (query.get('order') ?? query.get('order_id')) : query.get(field));
}

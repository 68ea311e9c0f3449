import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';

/** The 20 signed fields, in signing order; identical for the processed callback and the redirect. */
export const transactionFields = [
  'amount_cents', 'created_at', 'currency', 'error_occured', 'has_parent_transaction', 'id', 'integration_id',
  'is_3d_secure', 'is_auth', 'is_capture', 'is_refunded', 'is_standalone_payment', 'is_voided', 'order.id', 'owner',
  'pending', 'source_data.pan', 'source_data.sub_type', 'source_data.type', 'success',
] as const;

export const tokenFields = [
  'card_subtype', 'created_at', 'email', 'id', 'masked_pan', 'merchant_id', 'order_id', 'token',
] as const;

export type FieldReader = (field: string) => unknown;

/** Null and missing are signed as nothing (the majority of libraries; Paymob publishes no vector for it). */
function signedText(value: unknown): string {
  return value === null || value === undefined ? '' : String(value);
}

export function macOf(fields: readonly string[], read: FieldReader, secret: string): Buffer {
  const text = fields.map((field) => signedText(read(field))).join('');
  return createHmac('sha512', secret).update(text, 'utf8').digest();
}

/** Fails closed: without a secret, and for anything but exactly one value of 128 hex digits. */
export function isSigned(fields: readonly string[], read: FieldReader, mac: unknown, secret: string): boolean {
  if (!secret || typeof mac !== 'string' || !/^[0-9a-f]{128}$/i.test(mac)) return false;
  return timingSafeEqual(macOf(fields, read, secret), Buffer.from(mac, 'hex'));
}

/** Reads `order.id` from a parsed body. */
export function nestedReader(body: unknown): FieldReader {
  return (field) =>
    field.split('.').reduce<unknown>((node, part) => {
      if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return undefined;
      return (node as Record<string, unknown>)[part];
    }, body);
}

/** The redirect's keys are flat and dotted; its order id is `order` on the wire and `order_id` in Paymob's table. */
export function queryReader(query: URLSearchParams): FieldReader {
  return (field) => (field === 'order.id' ? (query.get('order') ?? query.get('order_id')) : query.get(field));
}

import { createHmac } from 'node:crypto';

/** The fields Paymob signs, in its order. */
export const signedFields = [
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

const tokenFields = ['card_subtype', 'created_at', 'email', 'id', 'masked_pan', 'merchant_id', 'order_id', 'token'] as const;

const at = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown> | null | undefined)?.[key], body);

const joined = (body: unknown, fields: readonly string[]): string => fields.map((field) => String(at(body, field) ?? '')).join('');

export const signedText = (transaction: unknown): string => joined(transaction, signedFields);

export const hmacOfText = (text: string, secret: string): string => createHmac('sha512', secret).update(text, 'utf8').digest('hex');

export const signTransaction = (transaction: unknown, secret: string): string => hmacOfText(signedText(transaction), secret);

export const signToken = (token: unknown, secret: string): string => hmacOfText(joined(token, tokenFields), secret);

import { z } from 'zod';

/** Paymob's HMAC does not cover the fields marked unsigned: never grant access because of them. */
export interface Transaction {
  readonly id: number;
  readonly orderId: number;
  readonly amountCents: number;
  readonly currency: string;
  readonly integrationId: number;
  readonly owner: number | null;
  /** Cairo local time as sent, sometimes with an offset. Never compare it with our clock. */
  readonly createdAt: string;
  readonly pending: boolean;
  readonly success: boolean;
  readonly isAuth: boolean;
  readonly isCapture: boolean;
  readonly isVoided: boolean;
  readonly isRefunded: boolean;
  readonly hasParent: boolean;
  readonly source: { readonly type: string; readonly subType: string; readonly pan: string };
  /** This field and those below are unsigned. */
  readonly merchantOrderId: string | null;
  readonly parentId: number | null;
  readonly refundedCents: number;
  readonly isRefund: boolean;
  readonly isVoid: boolean;
  readonly isLive: boolean | null;
  readonly billReference: string | null;
  readonly responseCode: string | null;
  readonly message: string | null;
}

const id = z.int().positive();
const count = z.int().nonnegative();
const signedCurrency = z.string().regex(/^[A-Z]{3}$/);
const signedTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?(Z|[+-]\d{2}:\d{2})?$/);
const maybeText = z.union([z.string(), z.number()]).nullish().catch(null);

const unsigned = {
  parent_transaction: id.nullish().catch(null),
  refunded_amount_cents: count.nullish().catch(null),
  is_refund: z.boolean().nullish().catch(null),
  is_void: z.boolean().nullish().catch(null),
  is_live: z.boolean().nullish().catch(null),
  data: z
    .object({ bill_reference: maybeText, txn_response_code: maybeText, message: maybeText })
    .partial()
    .nullish()
    .catch(null),
};

/** Accepts only exact JSON types, since anyone can post here: `"success":"false"` would be truthy. */
const callbackSchema = z.object({
  ...unsigned,
  id,
  amount_cents: count,
  created_at: signedTime,
  currency: signedCurrency,
  error_occured: z.boolean(),
  has_parent_transaction: z.boolean(),
  integration_id: id,
  is_3d_secure: z.boolean(),
  is_auth: z.boolean(),
  is_capture: z.boolean(),
  is_refunded: z.boolean(),
  is_standalone_payment: z.boolean(),
  is_voided: z.boolean(),
  order: z.object({ id, merchant_order_id: maybeText.optional() }),
  owner: count,
  pending: z.boolean(),
  source_data: z.object({ pan: z.string().nullish(), sub_type: z.string().nullish(), type: z.string().nullish() }),
  success: z.boolean(),
});

/** Older endpoints answer with booleans as text, and some omit fields that do not affect money. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')]);
const silentFlag = flag.nullish().transform((value) => value ?? false);
const responseSchema = callbackSchema.extend({
  created_at: z.string().default(''),
  error_occured: silentFlag,
  has_parent_transaction: silentFlag,
  is_3d_secure: silentFlag,
  is_auth: silentFlag,
  is_capture: silentFlag,
  is_refunded: silentFlag,
  is_standalone_payment: silentFlag,
  is_voided: silentFlag,
  owner: count.nullish(),
  pending: flag,
  source_data: callbackSchema.shape.source_data.nullish().transform((source) => source ?? {}),
  success: flag,
});

const textOf = (value: string | number | null | undefined) =>
  value === null || value === undefined || value === '' ? null : String(value);

function toTransaction(raw: z.output<typeof responseSchema>): Transaction {
  return {
    id: raw.id,
    orderId: raw.order.id,
    amountCents: raw.amount_cents,
    currency: raw.currency,
    integrationId: raw.integration_id,
    owner: raw.owner ?? null,
    createdAt: raw.created_at,
    pending: raw.pending,
    success: raw.success,
    isAuth: raw.is_auth,
    isCapture: raw.is_capture,
    isVoided: raw.is_voided,
    isRefunded: raw.is_refunded,
    hasParent: raw.has_parent_transaction,
    source: {
      type: raw.source_data.type ?? '',
      subType: raw.source_data.sub_type ?? '',
      pan: raw.source_data.pan ?? '',
    },
    merchantOrderId: textOf(raw.order.merchant_order_id),
    parentId: raw.parent_transaction ?? null,
    refundedCents: raw.refunded_amount_cents ?? 0,
    isRefund: raw.is_refund ?? false,
    isVoid: raw.is_void ?? false,
    isLive: raw.is_live ?? null,
    billReference: textOf(raw.data?.bill_reference),
    responseCode: textOf(raw.data?.txn_response_code),
    message: textOf(raw.data?.message),
  };
}

export function parseSignedTransaction(body: unknown): Transaction | null {
  const parsed = callbackSchema.safeParse(body);
  return parsed.success ? toTransaction(parsed.data) : null;
}

export function parseTransaction(body: unknown): Transaction | null {
  const parsed = responseSchema.safeParse(body);
  return parsed.success ? toTransaction(parsed.data) : null;
}

import { z } from 'zod';
import { isSigned, nestedReader, tokenFields, transactionFields } from './hmac';
import { parseSignedTransaction, type Transaction } from '@/lib/payments/paymob/api/transaction';

export type CallbackReading =
  | { readonly kind: 'transaction'; readonly transaction: Transaction; readonly body: unknown }
  /** Nothing we act on: a saved card's token or a subscription, both authentic, or the old shape of an intention. */
  | { readonly kind: 'unhandled'; readonly type: string }
  | { readonly kind: 'unsigned' }
  | { readonly kind: 'malformed'; readonly reason: string };

const envelope = z.object({ type: z.string().max(40), obj: z.record(z.string(), z.unknown()) });
/** What is signed is written out as text, so only what has one text is signed at all. */
const signedValue = z.union([z.string().max(300), z.number(), z.boolean(), z.null(), z.undefined()]);
const subscription = z.object({
  trigger_type: z.string().max(100),
  subscription_data: z.object({ id: z.union([z.int(), z.string().max(100)]) }),
  hmac: z.string(),
});

/** An old shape, no longer in Paymob's documentation, signed over an amount whose unit it does not say: nothing is read from it, so nothing is verified. */
const intention = z.object({ intention: z.record(z.string(), z.unknown()), transaction: z.record(z.string(), z.unknown()), hmac: z.string() });

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readWithoutEnvelope(body: unknown, hmacSecret: string): CallbackReading {
  if (intention.safeParse(body).success) return { kind: 'unhandled', type: 'INTENTION' };
  const parsed = subscription.safeParse(body);
  if (!parsed.success) return { kind: 'malformed', reason: 'no callback shape' };
  const text = `${parsed.data.trigger_type}for${String(parsed.data.subscription_data.id)}`;
  const signed = isSigned(['text'], () => text, parsed.data.hmac, hmacSecret);
  return signed ? { kind: 'unhandled', type: 'SUBSCRIPTION' } : { kind: 'unsigned' };
}

/**
 * Reads a processed callback: first its shape, then the signature, and only then anything is done by its type.
 * The HMAC has no separators, so digits can move between neighbours and still verify: every signed
 * field must then stand in its canonical form, and the caller must compare owner, integration, amount and currency.
 */
export function readCallback(text: string, mac: unknown, hmacSecret: string): CallbackReading {
  const body = parseJson(text);
  const parsed = envelope.safeParse(body);
  if (!parsed.success) return readWithoutEnvelope(body, hmacSecret);
  const { type, obj } = parsed.data;
  const fields = type === 'TOKEN' ? tokenFields : transactionFields;
  const read = nestedReader(obj);
  if (!fields.every((field) => signedValue.safeParse(read(field)).success)) return { kind: 'malformed', reason: 'a signed field has no text' };
  if (!isSigned(fields, read, mac, hmacSecret)) return { kind: 'unsigned' };
  if (type !== 'TRANSACTION') return { kind: 'unhandled', type };
  const transaction = parseSignedTransaction(obj);
  if (!transaction) return { kind: 'malformed', reason: 'a signed field is not in its canonical form' };
  return { kind: 'transaction', transaction, body: obj };
}

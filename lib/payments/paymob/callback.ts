import { z } from 'zod';
import { poundsFromPiastres } from '@/lib/money';
import { isSigned, nestedReader, tokenFields, transactionFields } from './hmac';
import { parseSignedTransaction, type Transaction } from '@/lib/payments/paymob/api/transaction';
import { parseWellFormed } from '@/lib/text/well-formed';

export type CallbackReading =
  | { readonly kind: 'transaction'; readonly transaction: Transaction; readonly body: unknown }
  /** Authentic, and nothing we act on: a saved card's token, a subscription, the old shape of an intention. */
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

/** An old shape, no longer in Paymob's documentation; its plugin for WooCommerce still verifies it, over pounds and id. */
const intention = z.object({ intention: z.object({ id: z.string().max(100), amount: z.int() }), transaction: z.record(z.string(), z.unknown()), hmac: z.string() });

function parseJson(text: string): unknown {
  try {
    return parseWellFormed(text);
  } catch {
    return undefined;
  }
}

/** Those that bring their signature in the body, over one text. */
function readWithoutEnvelope(body: unknown, hmacSecret: string): CallbackReading {
  const verified = (type: string, text: string, hmac: string): CallbackReading => (isSigned(['text'], () => text, hmac, hmacSecret) ? { kind: 'unhandled', type } : { kind: 'unsigned' });
  const old = intention.safeParse(body).data;
  if (old) return verified('INTENTION', `${poundsFromPiastres(old.intention.amount).toFixed(2)}${old.intention.id}`, old.hmac);
  const change = subscription.safeParse(body).data;
  if (change) return verified('SUBSCRIPTION', `${change.trigger_type}for${String(change.subscription_data.id)}`, change.hmac);
  return { kind: 'malformed', reason: 'no callback shape' };
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

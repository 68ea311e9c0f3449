import { isSigned, queryReader, transactionFields } from './hmac';

export type RedirectReading =
  | { readonly kind: 'signed'; readonly orderId: number; readonly transactionId: number; readonly success: boolean }
  | { readonly kind: 'unsigned' };

const canonicalId = /^[1-9]\d{0,15}$/;

/** A field given twice could be signed in one reading and used in another. */
function isUnambiguous(query: URLSearchParams): boolean {
  const fields = transactionFields.flatMap((field) => (field === 'order.id' ? ['order', 'order_id'] : [field]));
  return [...fields, 'hmac'].every((field) => query.getAll(field).length <= 1);
}

/** Reads the query Paymob sends the browser back with. It says where to look, and never that somebody paid. */
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

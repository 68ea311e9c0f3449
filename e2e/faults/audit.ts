import type { BookLine } from '../../mocks/paymob/api/control-api';
import { findFaults, sumDocuments } from './documents';
import { type LedgerOrder, readDocuments, readLedger } from './ledger';
import type { Finding } from './scenario';
import type { Stack } from './stack';

interface Audit {
  orders: number;
  /** Orders paid at Paymob, but unpaid or without access here. */
  lost: string[];
  /** Orders paid or with access here, but unpaid at Paymob. */
  invented: string[];
  /** Orders for which we kept more than the price, or enrolled the learner several times. */
  doubled: string[];
  /** Our revenue minus Paymob's, in piastres, after refunds. */
  difference: number;
  receiptsTwice: number;
  /** Gaps in the numbers of tax documents, and orders whose documents do not match the money that we kept. */
  documents: string[];
}

const findBookLines = (order: LedgerOrder, books: BookLine[]): BookLine[] =>
  books.filter((line) => line.special_reference !== null && order.references.includes(line.special_reference));

const sum = (values: number[]): number => values.reduce((a, b) => a + b, 0);

/** Compares our records with the mock's, which are always right (invariants I1 to I3 in docs/security.md). */
async function audit(stack: Stack): Promise<Audit> {
  const books = await stack.readBooks();
  const orders = await readLedger(stack);
  const documents = await readDocuments(stack);
  const result: Audit = {
    orders: orders.length,
    lost: [],
    invented: [],
    doubled: [],
    difference: 0,
    receiptsTwice: 0,
    documents: findFaults(documents),
  };
  for (const order of orders) {
    const lines = findBookLines(order, books);
    const net = sum(lines.map((line) => line.net_cents));
    const honest = lines.some((line) => line.captured_cents > 0 && line.captured_cents % order.amount === 0);
    const due = order.amount - order.refunded;
    const isPaid = order.status === 'paid';
    if (
      due > 0 &&
      net >= due &&
      honest &&
      (!isPaid || order.courseSlugs.some((slug) => !order.openSlugs.includes(slug)))
    )
      result.lost.push(order.id);
    const isOpenFor = (other: LedgerOrder, slug: string) =>
      other.holderId === order.holderId && other.status === 'paid' && other.courseSlugs.includes(slug);
    const unpaid = order.openSlugs.filter((slug) => !orders.some((other) => isOpenFor(other, slug)));
    if ((isPaid && net < due) || unpaid.length > 0) result.invented.push(order.id);
    if (new Set(order.openSlugs).size < order.openSlugs.length || (honest && net > order.amount))
      result.doubled.push(order.id);
    if (order.receipts > 1) result.receiptsTwice += 1;
    const kept = isPaid || order.status === 'refund_requested' ? due : 0;
    if (sumDocuments(documents, order.id) !== kept)
      result.documents.push(`the tax documents of order ${order.id} do not add up`);
    if (honest || net === 0) result.difference += (order.status === 'paid' ? order.amount - order.refunded : 0) - net;
  }
  return result;
}

const isClean = (audit: Audit): boolean =>
  audit.lost.length + audit.invented.length + audit.doubled.length + audit.receiptsTwice + audit.documents.length ===
    0 && audit.difference === 0;

const describeAudit = (books: Audit): string =>
  `${books.orders} orders: ${books.lost.length} lost, ${books.invented.length} invented, ${books.doubled.length} doubled, difference ${books.difference} piastres, ${books.receiptsTwice} receipts twice, tax documents ${books.documents.join(', ') || 'without a gap'}`;

export async function checkBooks(stack: Stack): Promise<Finding> {
  const books = await audit(stack);
  return { what: 'books afterwards', times: books.orders, isHeld: isClean(books), result: describeAudit(books) };
}

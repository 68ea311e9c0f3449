import 'server-only';
import { writeAudit } from '@/lib/accounts/audit';
import { assertLearner, may, type Actor } from '@/lib/actor';
import type { PaymentMethod } from '@/generated/prisma/enums';
import { readBilling } from '@/lib/checkout/orders/billing';
import { shareOut } from '@/lib/checkout/pricing/price-order';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import { lineText, localisedText } from '@/lib/courses/catalogue/course';
import { db, type Prisma } from '@/lib/database/client';
import { inEachLanguage, type Localised } from '@/lib/language';
import { labelOf } from '@/lib/checkout/orders/receipt-label';
import { taxReceiptContent, type TaxReceiptContent } from './tax-receipt';

/** What a tax receipt or its credit note says in addition (row N12). */
export interface TaxDetails { seller: TaxReceiptContent['seller']; buyer: TaxReceiptContent['buyer']; uuid: string; taxPercent: number }

export interface ReceiptItem { text: Localised; quantity: number; listPiastres: number; totalPiastres: number }

export interface CreditNote {
  label: string;
  amountPiastres: number;
  taxPiastres: number;
  at: Date;
  tax: TaxDetails | null;
  /** What was given back, of each item its part. */
  items: ReceiptItem[];
}

/** A paid order as a document. */
export interface Receipt {
  orderId: string;
  /** `T-000001` of a tax receipt, else `R-` and the order's number. */
  label: string;
  tax: TaxDetails | null;
  buyer: { name: string; email: string } | null;
  items: ReceiptItem[];
  /** null: no coupon was used */
  coupon: { code: string } | null;
  discountPiastres: number;
  taxPiastres: number;
  amountPiastres: number;
  currency: string;
  method: PaymentMethod | null;
  chargeId: string | null;
  paidAt: Date;
  creditNotes: CreditNote[];
}

const fields = {
  id: true, number: true, userId: true, billing: true, amountPiastres: true, discountPiastres: true, taxPiastres: true, currency: true, method: true,
  paidChargeId: true, paidAt: true, coupon: { select: { code: true } },
  lines: { orderBy: { position: 'asc' }, select: { productKey: true, courseSlug: true, description: true, descriptions: true, quantity: true, listPiastres: true, totalPiastres: true } },
  refundRequests: {
    where: { creditNoteNumber: { not: null } }, orderBy: { creditNoteNumber: 'asc' },
    select: { creditNoteNumber: true, amountPiastres: true, doneAt: true, lines: { orderBy: { position: 'asc' }, select: { position: true, amountPiastres: true } } },
  },
  taxReceipts: { orderBy: { position: 'asc' } },
} as const satisfies Prisma.OrderSelect;
type Order = Prisma.OrderGetPayload<{ select: typeof fields }>;

/** The actor's own; an administrator's any, which is in the audit log. Null for an order that was never paid, or was free. @throws Problem 401, 403 */
export async function findReceipt(actor: Actor, orderId: string): Promise<Receipt | null> {
  assertLearner(actor);
  const client = await db();
  const seesAll = may(actor, 'administer');
  const order = await client.order.findFirst({
    where: { id: orderId, paidAt: { not: null }, amountPiastres: { gt: 0 }, ...(seesAll ? {} : { userId: actor.userId }) }, select: fields,
  });
  if (!order?.paidAt) return null;
  if (order.userId !== actor.userId) await writeAudit(client, { actor, action: 'receipt.read', subject: `order:${orderId}` });
  const { id, number, userId: _userId, paidAt, billing, lines, paidChargeId, refundRequests: _, taxReceipts, ...rest } = order;
  const buyer = readBilling(billing);
  const items = await Promise.all(lines.map(itemOf));
  const issued = taxReceipts.find(({ kind }) => kind === 'receipt');
  return {
    ...rest, orderId: id, paidAt,
    label: issued ? labelOf('receipt', issued.number) : `R-${String(number).padStart(6, '0')}`,
    tax: issued ? detailsOf(issued) : null,
    buyer: buyer && { name: `${buyer.first_name} ${buyer.last_name}`, email: buyer.email },
    items: alike(items),
    chargeId: paidChargeId,
    creditNotes: (issued ? taxCreditNotesOf(order, items) : creditNotesOf(order, items)).map((note) => ({ ...note, items: alike(note.items) })),
  };
}

/** Seats are lines of the same text: one entry, so many times. */
function alike(items: readonly ReceiptItem[]): ReceiptItem[] {
  const entries = new Map<string, ReceiptItem>();
  for (const item of items) {
    const key = JSON.stringify(item.text);
    const entry = entries.get(key);
    entries.set(key, entry ? {
      ...entry, quantity: entry.quantity + item.quantity, listPiastres: entry.listPiastres + item.listPiastres, totalPiastres: entry.totalPiastres + item.totalPiastres,
    } : item);
  }
  return [...entries.values()];
}

const detailsOf = ({ content, uuid, taxPercent }: Order['taxReceipts'][number]): TaxDetails => {
  const { seller, buyer } = taxReceiptContent.parse(content);
  return { seller, buyer, uuid, taxPercent };
};

const taxCreditNotesOf = ({ taxReceipts }: Order, items: readonly ReceiptItem[]): CreditNote[] =>
  taxReceipts.filter(({ kind }) => kind === 'creditNote').map((note) => ({
    label: labelOf('creditNote', note.number), amountPiastres: note.amountPiastres, taxPiastres: note.taxPiastres, at: note.issuedAt, tax: detailsOf(note),
    items: taxReceiptContent.parse(note.content).lines.map(({ position, description, quantity, listPiastres, totalPiastres }) => (
      { text: items[position]?.text ?? inEachLanguage(() => description), quantity, listPiastres, totalPiastres })),
  }));

const creditNotesOf = ({ refundRequests }: Order, items: readonly ReceiptItem[]): CreditNote[] =>
  refundRequests.flatMap(({ creditNoteNumber, amountPiastres, doneAt, lines }) => (creditNoteNumber !== null && doneAt
    ? [{ label: labelOf('creditNote', creditNoteNumber), amountPiastres, taxPiastres: 0, at: doneAt, tax: null, items: returnedItems(items, amountPiastres, lines) }]
    : []));

/** Without lines it was a part of every item. */
function returnedItems(items: readonly ReceiptItem[], amountPiastres: number, lines: Order['refundRequests'][number]['lines']): ReceiptItem[] {
  const shares = shareOut(amountPiastres, items.map(({ totalPiastres }) => totalPiastres));
  const parts = lines.length > 0 ? lines : shares.map((share, position) => ({ position, amountPiastres: share }));
  return parts.flatMap((part) => {
    const item = items[part.position];
    return item ? [{ ...item, totalPiastres: part.amountPiastres }] : [];
  });
}

async function itemOf({ productKey, courseSlug, description, descriptions, ...line }: Order['lines'][number]): Promise<ReceiptItem> {
  return { ...line, text: descriptions === null ? await olderText(productKey, courseSlug, description) : localisedText(descriptions) };
}

/** Of a line whose description was stored in the buyer's language alone: today's, as long as it says that too. */
async function olderText(productKey: string, courseSlug: string, description: string): Promise<Localised> {
  const product = await findProduct(productKey);
  const today = product && lineText(product, courseSlug).description;
  return today && Object.values(today).includes(description) ? today : inEachLanguage(() => description);
}

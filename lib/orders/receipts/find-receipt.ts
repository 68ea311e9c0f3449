import type { PaymentMethod } from '@/generated/prisma/enums';
import { writeAudit } from '@/lib/accounts/audit';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import { localisedText, orderLineText } from '@/lib/courses/catalogue/course';
import { db, type Prisma } from '@/lib/database/client';
import { inEachLanguage, type Localised } from '@/lib/language';
import { readBilling } from '@/lib/orders/billing';
import { splitProportionally } from '@/lib/orders/pricing';
import { type Actor, assertLearner, may } from '@/lib/permissions';
import { labelOf, type TaxReceiptContent, taxReceiptContentSchema } from './tax-receipt';

export interface TaxDetails {
  seller: TaxReceiptContent['seller'];
  buyer: TaxReceiptContent['buyer'];
  uuid: string;
  taxPercent: number;
}

interface ReceiptItem {
  text: Localised;
  quantity: number;
  listPiastres: number;
  totalPiastres: number;
}

export interface CreditNote {
  label: string;
  amountPiastres: number;
  taxPiastres: number;
  at: Date;
  tax: TaxDetails | null;
  items: ReceiptItem[];
}

export interface Receipt {
  orderId: string;
  /** `T-000001` for a tax receipt, otherwise `R-` and the order's number. */
  label: string;
  tax: TaxDetails | null;
  buyer: { name: string; email: string } | null;
  items: ReceiptItem[];
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
  id: true,
  number: true,
  userId: true,
  billing: true,
  amountPiastres: true,
  discountPiastres: true,
  taxPiastres: true,
  currency: true,
  method: true,
  paidChargeId: true,
  paidAt: true,
  coupon: { select: { code: true } },
  lines: {
    orderBy: { position: 'asc' },
    select: {
      productKey: true,
      courseSlug: true,
      description: true,
      descriptions: true,
      quantity: true,
      listPiastres: true,
      totalPiastres: true,
    },
  },
  refundRequests: {
    where: { creditNoteNumber: { not: null } },
    orderBy: { creditNoteNumber: 'asc' },
    select: {
      creditNoteNumber: true,
      amountPiastres: true,
      doneAt: true,
      lines: { orderBy: { position: 'asc' }, select: { position: true, amountPiastres: true } },
    },
  },
  taxReceipts: { orderBy: { position: 'asc' } },
} as const satisfies Prisma.OrderSelect;
type Order = Prisma.OrderGetPayload<{ select: typeof fields }>;

/** Returns null for an order that was free or never paid. Audits access by admins. @throws Problem 401, 403 */
export async function findReceipt(actor: Actor, orderId: string): Promise<Receipt | null> {
  assertLearner(actor);
  const client = await db();
  const seesAll = may(actor, 'administer');
  const order = await client.order.findFirst({
    where: {
      id: orderId,
      paidAt: { not: null },
      amountPiastres: { gt: 0 },
      ...(seesAll ? {} : { userId: actor.userId }),
    },
    select: fields,
  });
  if (!order?.paidAt) return null;
  if (order.userId !== actor.userId)
    await writeAudit(client, { actor, action: 'receipt.read', subject: `order:${orderId}` });
  const {
    id,
    number,
    userId: _userId,
    paidAt,
    billing,
    lines,
    paidChargeId,
    refundRequests: _,
    taxReceipts,
    ...rest
  } = order;
  const buyer = readBilling(billing);
  const items = await Promise.all(lines.map(describeItem));
  const issued = taxReceipts.find(({ kind }) => kind === 'receipt');
  return {
    ...rest,
    orderId: id,
    paidAt,
    label: issued ? labelOf('receipt', issued.number) : `R-${String(number).padStart(6, '0')}`,
    tax: issued ? detailsOf(issued) : null,
    buyer: buyer && { name: `${buyer.first_name} ${buyer.last_name}`, email: buyer.email },
    items: groupEqualItems(items),
    chargeId: paidChargeId,
    creditNotes: (issued ? buildTaxCreditNotes(order, items) : buildCreditNotes(order, items)).map((note) => ({
      ...note,
      items: groupEqualItems(note.items),
    })),
  };
}

/** Merges seats, which are lines with the same text, into one entry with a quantity. */
function groupEqualItems(items: readonly ReceiptItem[]): ReceiptItem[] {
  const entries = new Map<string, ReceiptItem>();
  for (const item of items) {
    const key = JSON.stringify(item.text);
    const entry = entries.get(key);
    entries.set(
      key,
      entry
        ? {
            ...entry,
            quantity: entry.quantity + item.quantity,
            listPiastres: entry.listPiastres + item.listPiastres,
            totalPiastres: entry.totalPiastres + item.totalPiastres,
          }
        : item,
    );
  }
  return [...entries.values()];
}

const detailsOf = ({ content, uuid, taxPercent }: Order['taxReceipts'][number]): TaxDetails => {
  const { seller, buyer } = taxReceiptContentSchema.parse(content);
  return { seller, buyer, uuid, taxPercent };
};

const buildTaxCreditNotes = ({ taxReceipts }: Order, items: readonly ReceiptItem[]): CreditNote[] =>
  taxReceipts
    .filter(({ kind }) => kind === 'creditNote')
    .map((note) => ({
      label: labelOf('creditNote', note.number),
      amountPiastres: note.amountPiastres,
      taxPiastres: note.taxPiastres,
      at: note.issuedAt,
      tax: detailsOf(note),
      items: taxReceiptContentSchema
        .parse(note.content)
        .lines.map(({ position, description, quantity, listPiastres, totalPiastres }) => ({
          text: items[position]?.text ?? inEachLanguage(() => description),
          quantity,
          listPiastres,
          totalPiastres,
        })),
    }));

const buildCreditNotes = ({ refundRequests }: Order, items: readonly ReceiptItem[]): CreditNote[] =>
  refundRequests.flatMap(({ creditNoteNumber, amountPiastres, doneAt, lines }) =>
    creditNoteNumber !== null && doneAt
      ? [
          {
            label: labelOf('creditNote', creditNoteNumber),
            amountPiastres,
            taxPiastres: 0,
            at: doneAt,
            tax: null,
            items: refundedItems(items, amountPiastres, lines),
          },
        ]
      : [],
  );

/** Spreads a refund without lines over all items. */
function refundedItems(
  items: readonly ReceiptItem[],
  amountPiastres: number,
  lines: Order['refundRequests'][number]['lines'],
): ReceiptItem[] {
  const shares = splitProportionally(
    amountPiastres,
    items.map(({ totalPiastres }) => totalPiastres),
  );
  const parts = lines.length > 0 ? lines : shares.map((share, position) => ({ position, amountPiastres: share }));
  return parts.flatMap((part) => {
    const item = items[part.position];
    return item ? [{ ...item, totalPiastres: part.amountPiastres }] : [];
  });
}

async function describeItem({
  productKey,
  courseSlug,
  description,
  descriptions,
  ...line
}: Order['lines'][number]): Promise<ReceiptItem> {
  return {
    ...line,
    text:
      descriptions === null
        ? await localiseOldDescription(productKey, courseSlug, description)
        : localisedText(descriptions),
  };
}

/** Translates an old line, stored in one language only, if the product's current text still contains it. */
async function localiseOldDescription(productKey: string, courseSlug: string, description: string): Promise<Localised> {
  const product = await findProduct(productKey);
  const today = product && orderLineText(product, courseSlug).description;
  return today && Object.values(today).includes(description) ? today : inEachLanguage(() => description);
}

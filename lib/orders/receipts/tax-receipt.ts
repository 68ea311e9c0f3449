import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { PaymentMethod } from '@/generated/prisma/enums';
import { poundsFromPiastres } from '@/lib/money';
import { splitProportionally } from '@/lib/orders/pricing';

/** A line of a tax receipt, stored as issued. Amounts are in piastres and include tax. */
const lineSchema = z.object({
  position: z.number().default(0),
  productKey: z.string(),
  description: z.string(),
  quantity: z.number(),
  listPiastres: z.number(),
  discountPiastres: z.number(),
  taxPiastres: z.number(),
  totalPiastres: z.number(),
});

export const taxReceiptContentSchema = z.object({
  seller: z.object({
    taxNumber: z.string(),
    name: z.string(),
    address: z.object({ governorate: z.string(), city: z.string(), street: z.string(), building: z.string() }),
    branchCode: z.string(),
    activityCode: z.string(),
    deviceSerial: z.string(),
  }),
  buyer: z.object({ taxNumber: z.string(), name: z.string() }).nullable(),
  /** On a credit note: the refunded part of each line. */
  lines: z.array(lineSchema),
  referenceUuid: z.string().nullable(),
});

export type TaxReceiptContent = z.output<typeof taxReceiptContentSchema>;
export type TaxReceiptLine = z.output<typeof lineSchema>;

type Amount = 'listPiastres' | 'discountPiastres' | 'taxPiastres' | 'totalPiastres';

export function subtractCredited(
  lines: readonly TaxReceiptLine[],
  credited: readonly TaxReceiptLine[],
): TaxReceiptLine[] {
  return lines.map((line) => {
    const parts = credited.filter(({ position }) => position === line.position);
    const remaining = (name: Amount) => parts.reduce((rest, part) => rest - part[name], line[name]);
    return {
      ...line,
      listPiastres: remaining('listPiastres'),
      discountPiastres: remaining('discountPiastres'),
      taxPiastres: remaining('taxPiastres'),
      totalPiastres: remaining('totalPiastres'),
    };
  });
}

/** Returns a refund's share of each line. Pass the rest that `subtractCredited` leaves, so that all refunds add up. */
export function takeShareOfLines(lines: readonly TaxReceiptLine[], amountPiastres: number): TaxReceiptLine[] {
  const wholePiastres = lines.reduce((sum, { totalPiastres }) => sum + totalPiastres, 0);
  const shareOut = (name: Amount) =>
    splitProportionally(
      amountPiastres,
      lines.map((line) => line[name]),
      wholePiastres,
    );
  const [list, discount, tax, total] = [
    shareOut('listPiastres'),
    shareOut('discountPiastres'),
    shareOut('taxPiastres'),
    shareOut('totalPiastres'),
  ];
  return lines
    .map((line, index) => ({
      ...line,
      listPiastres: list[index] ?? 0,
      discountPiastres: discount[index] ?? 0,
      taxPiastres: tax[index] ?? 0,
      totalPiastres: total[index] ?? 0,
    }))
    .filter(({ totalPiastres }) => totalPiastres !== 0);
}

type Json = string | number | readonly Json[] | { readonly [name: string]: Json };

export interface IssuedReceipt {
  readonly kind: TaxReceiptKind;
  readonly number: number;
  readonly amountPiastres: number;
  readonly taxPiastres: number;
  readonly taxPercent: number;
  readonly currency: string;
  readonly method: PaymentMethod | null;
  readonly issuedAt: Date;
  readonly previousUuid: string;
  readonly content: TaxReceiptContent;
}

/** The tax authority's codes for cash, card and other methods. */
const paymentMethods: Record<PaymentMethod, string> = { kiosk: 'C', card: 'V', wallet: 'O' };

const sumLines = (lines: readonly TaxReceiptLine[], amountOf: (line: TaxReceiptLine) => number) =>
  lines.reduce((total, line) => total + amountOf(line), 0);

const netOf = ({ totalPiastres, taxPiastres }: TaxReceiptLine) => totalPiastres - taxPiastres;

function netDiscountOf(line: TaxReceiptLine): number {
  const discount = line.listPiastres - line.totalPiastres;
  return line.totalPiastres === 0 ? discount : Math.round((discount * netOf(line)) / line.totalPiastres);
}

function buildItem(line: TaxReceiptLine, { taxPercent, content: { seller } }: IssuedReceipt): Json {
  const [net, discount] = [netOf(line), netDiscountOf(line)];
  return {
    internalCode: line.productKey,
    description: line.description,
    itemType: 'EGS',
    itemCode: `EG-${seller.taxNumber}-${line.productKey}`,
    unitType: 'EA',
    quantity: line.quantity,
    unitPrice: Math.round((poundsFromPiastres(net + discount) / line.quantity) * 1e5) / 1e5,
    netSale: poundsFromPiastres(net),
    totalSale: poundsFromPiastres(net + discount),
    total: poundsFromPiastres(line.totalPiastres),
    commercialDiscountData: discount === 0 ? [] : [{ amount: poundsFromPiastres(discount), description: 'Discount' }],
    taxableItems:
      line.taxPiastres === 0
        ? []
        : [{ taxType: 'T1', amount: poundsFromPiastres(line.taxPiastres), subType: 'V009', rate: taxPercent }],
  };
}

/** Egypt's e-receipt 1.2 (sdk.invoicing.eta.gov.eg). The accountant signs and submits it (decision 113). */
function buildDocument(receipt: IssuedReceipt, uuid: string): Json {
  const { kind, content, amountPiastres, taxPiastres } = receipt;
  const { seller, buyer, lines, referenceUuid } = content;
  const { governorate, city, street, building } = seller.address;
  return {
    header: {
      dateTimeIssued: `${receipt.issuedAt.toISOString().slice(0, 19)}Z`,
      receiptNumber: labelOf(kind, receipt.number),
      uuid,
      previousUUID: receipt.previousUuid,
      ...(referenceUuid === null ? {} : { referenceUUID: referenceUuid }),
      referenceOldUUID: '',
      currency: receipt.currency,
      exchangeRate: 0,
      sOrderNameCode: '',
      orderdeliveryMode: 'FC',
    },
    documentType: { receiptType: kind === 'receipt' ? 'S' : 'R', typeVersion: '1.2' },
    seller: {
      rin: seller.taxNumber,
      companyTradeName: seller.name,
      branchCode: seller.branchCode,
      branchAddress: { country: 'EG', governate: governorate, regionCity: city, street, buildingNumber: building },
      deviceSerialNumber: seller.deviceSerial,
      syndicateLicenseNumber: '',
      activityCode: seller.activityCode,
    },
    buyer: buyer ? { type: 'B', id: buyer.taxNumber, name: buyer.name } : { type: 'P', id: '', name: '' },
    itemData: lines.map((line) => buildItem(line, receipt)),
    totalSales: poundsFromPiastres(sumLines(lines, (line) => netOf(line) + netDiscountOf(line))),
    totalCommercialDiscount: poundsFromPiastres(sumLines(lines, netDiscountOf)),
    totalItemsDiscount: 0,
    netAmount: poundsFromPiastres(amountPiastres - taxPiastres),
    feesAmount: 0,
    totalAmount: poundsFromPiastres(amountPiastres),
    taxTotals: taxPiastres === 0 ? [] : [{ taxType: 'T1', amount: poundsFromPiastres(taxPiastres) }],
    paymentMethod: receipt.method ? paymentMethods[receipt.method] : 'O',
    adjustment: 0,
  };
}

/** The tax authority's "document serialization approach": an array's name precedes the array and each element. */
export function serialiseForUuid(value: Json): string {
  if (typeof value !== 'object') return `"${value}"`;
  return Object.entries(value as Record<string, Json>)
    .map(([name, inner]) => {
      const quoted = `"${name.toUpperCase()}"`;
      return Array.isArray(inner)
        ? quoted + (inner as readonly Json[]).map((element) => quoted + serialiseForUuid(element)).join('')
        : quoted + serialiseForUuid(inner);
    })
    .join('');
}

export const computeUuid = (receipt: IssuedReceipt): string =>
  createHash('sha256')
    .update(serialiseForUuid(buildDocument(receipt, '')))
    .digest('hex');

export const eReceiptOf = (receipt: IssuedReceipt & { readonly uuid: string }): Json =>
  buildDocument(receipt, receipt.uuid);

export type TaxReceiptKind = 'receipt' | 'creditNote';

export const labelOf = (kind: TaxReceiptKind, number: number): string =>
  `${kind === 'receipt' ? 'T' : 'CN'}-${String(number).padStart(6, '0')}`;

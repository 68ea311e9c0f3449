import { createHash } from 'node:crypto';
import type { PaymentMethod } from '@/generated/prisma/enums';
import { poundsFromPiastres } from '@/lib/money';
import { labelOf, type TaxReceiptKind } from '@/lib/checkout/orders/receipt-label';
import type { TaxReceiptContent, TaxReceiptLine } from './tax-receipt';

/**
 * Egypt's e-receipt, version 1.2 (sdk.invoicing.eta.gov.eg, "Receipt v1.2", "Return Receipt v1.2"): documents as the tax authority
 * reads them. Registration of item codes, signature and submission are the accountant's (decision 113).
 */
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

/** Codes of the tax authority: cash, card, others. */
const paymentMethods: Record<PaymentMethod, string> = { kiosk: 'C', card: 'V', wallet: 'O' };

const inPounds = poundsFromPiastres;
const sum = (lines: readonly TaxReceiptLine[], of: (line: TaxReceiptLine) => number) => lines.reduce((total, line) => total + of(line), 0);

const netOf = ({ totalPiastres, taxPiastres }: TaxReceiptLine) => totalPiastres - taxPiastres;

/** What sale and coupon took off, without its tax. */
function netDiscountOf(line: TaxReceiptLine): number {
  const taken = line.listPiastres - line.totalPiastres;
  return line.totalPiastres === 0 ? taken : Math.round((taken * netOf(line)) / line.totalPiastres);
}

function itemOf(line: TaxReceiptLine, { taxPercent, content: { seller } }: IssuedReceipt): Json {
  const [net, discount] = [netOf(line), netDiscountOf(line)];
  return {
    internalCode: line.productKey, description: line.description, itemType: 'EGS', itemCode: `EG-${seller.taxNumber}-${line.productKey}`,
    unitType: 'EA', quantity: line.quantity, unitPrice: Math.round((inPounds(net + discount) / line.quantity) * 1e5) / 1e5,
    netSale: inPounds(net), totalSale: inPounds(net + discount), total: inPounds(line.totalPiastres),
    commercialDiscountData: discount === 0 ? [] : [{ amount: inPounds(discount), description: 'Discount' }],
    taxableItems: line.taxPiastres === 0 ? [] : [{ taxType: 'T1', amount: inPounds(line.taxPiastres), subType: 'V009', rate: taxPercent }],
  };
}

function documentOf(receipt: IssuedReceipt, uuid: string): Json {
  const { kind, content, amountPiastres, taxPiastres } = receipt;
  const { seller, buyer, lines, referenceUuid } = content;
  const { governorate, city, street, building } = seller.address;
  return {
    header: {
      dateTimeIssued: `${receipt.issuedAt.toISOString().slice(0, 19)}Z`, receiptNumber: labelOf(kind, receipt.number), uuid,
      previousUUID: receipt.previousUuid, ...(referenceUuid === null ? {} : { referenceUUID: referenceUuid }), referenceOldUUID: '', currency: receipt.currency,
      exchangeRate: 0, sOrderNameCode: '', orderdeliveryMode: 'FC',
    },
    documentType: { receiptType: kind === 'receipt' ? 'S' : 'R', typeVersion: '1.2' },
    seller: {
      rin: seller.taxNumber, companyTradeName: seller.name, branchCode: seller.branchCode,
      branchAddress: { country: 'EG', governate: governorate, regionCity: city, street, buildingNumber: building },
      deviceSerialNumber: seller.deviceSerial, syndicateLicenseNumber: '', activityCode: seller.activityCode,
    },
    buyer: buyer ? { type: 'B', id: buyer.taxNumber, name: buyer.name } : { type: 'P', id: '', name: '' },
    itemData: lines.map((line) => itemOf(line, receipt)),
    totalSales: inPounds(sum(lines, (line) => netOf(line) + netDiscountOf(line))),
    totalCommercialDiscount: inPounds(sum(lines, netDiscountOf)),
    totalItemsDiscount: 0,
    netAmount: inPounds(amountPiastres - taxPiastres),
    feesAmount: 0,
    totalAmount: inPounds(amountPiastres),
    taxTotals: taxPiastres === 0 ? [] : [{ taxType: 'T1', amount: inPounds(taxPiastres) }],
    paymentMethod: receipt.method ? paymentMethods[receipt.method] : 'O',
    adjustment: 0,
  };
}

/** The tax authority's "document serialization approach": upper-case names and plain values in quotes; an array's name stands before it and before each element. */
export function serialised(value: Json): string {
  if (typeof value !== 'object') return `"${value}"`;
  return Object.entries(value as Record<string, Json>).map(([name, inner]) => {
    const quoted = `"${name.toUpperCase()}"`;
    return Array.isArray(inner) ? quoted + (inner as readonly Json[]).map((one) => quoted + serialised(one)).join('') : quoted + serialised(inner);
  }).join('');
}

/** SHA-256, in hex, of the document whose `uuid` is empty. */
export const uuidOf = (receipt: IssuedReceipt): string => createHash('sha256').update(serialised(documentOf(receipt, ''))).digest('hex');

export const eReceiptOf = (receipt: IssuedReceipt & { readonly uuid: string }): Json => documentOf(receipt, receipt.uuid);

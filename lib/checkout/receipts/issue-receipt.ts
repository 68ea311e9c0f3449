import 'server-only';
import type { PaymentMethod } from '@/generated/prisma/enums';
import { readBilling } from '@/lib/checkout/orders/billing';
import { config } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';
import { uuidOf, type IssuedReceipt } from './e-receipt';
import type { TaxReceiptKind } from '@/lib/checkout/orders/receipt-label';
import { linesLeft, returnedPart, taxReceiptContent, type TaxReceiptContent, type TaxReceiptLine } from './tax-receipt';

const counters = { receipt: 'tax-receipt', creditNote: 'credit-note' } as const satisfies Record<TaxReceiptKind, string>;

/** Gapless: the number is taken in the transaction that uses it, and whoever takes the next one waits for that to end. */
async function takeNumber(tx: Tx, name: string): Promise<number> {
  const counter = await tx.counter.upsert({ where: { name }, create: { name, value: 1 }, update: { value: { increment: 1 } }, select: { value: true } });
  return counter.value;
}

interface Issued { readonly orderId: string; readonly chargeId: string; readonly now: Date }

/**
 * The tax receipt of an order that was paid (row N12), when the seller is configured. Call it once, in the transaction that makes the order
 * paid, after its last lock: the next one waits for this transaction.
 */
export async function issueReceipt(tx: Tx, { orderId, chargeId, now }: Issued): Promise<void> {
  const { seller, taxPercent: presentPercent } = config();
  if (!seller) return;
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      billing: true, amountPiastres: true, taxPiastres: true, taxPercent: true, currency: true, method: true,
      lines: {
        orderBy: { position: 'asc' },
        select: { position: true, productKey: true, description: true, quantity: true, listPiastres: true, discountPiastres: true, taxPiastres: true, totalPiastres: true },
      },
    },
  });
  if (order.amountPiastres === 0) return;
  const billing = readBilling(order.billing);
  const buyer = billing?.tax_number ? { taxNumber: billing.tax_number, name: `${billing.first_name} ${billing.last_name}` } : null;
  const { amountPiastres, taxPiastres, currency, method, lines } = order;
  const taxPercent = order.taxPercent ?? presentPercent;
  const number = await takeNumber(tx, counters.receipt);
  const content = { seller, buyer, lines, referenceUuid: null };
  await write(tx, { kind: 'receipt', number, orderId, chargeId, amountPiastres, taxPiastres, taxPercent, currency, method, issuedAt: now, content });
}

interface CreditNote extends Issued {
  readonly amountPiastres: number;
  /** The order's lines that were given back; none: a part of every line. */
  readonly positions: readonly number[];
  /** Whether something besides a tax receipt's own credit note carries the number: a refund request. */
  readonly isCarried: boolean;
}

/** The number of the credit note for money that went back; null when nothing carries one. As `issueReceipt`, after the last lock. */
export async function issueCreditNote(tx: Tx, { orderId, chargeId, amountPiastres, positions, isCarried, now }: CreditNote): Promise<number | null> {
  const receipt = await tx.taxReceipt.findFirst({
    where: { orderId, kind: 'receipt' }, select: { uuid: true, taxPercent: true, currency: true, method: true, content: true },
  });
  if (!receipt) return isCarried ? takeNumber(tx, counters.creditNote) : null;
  const { lines, ...said } = taxReceiptContent.parse(receipt.content);
  const part = partOf(await leftOf(tx, orderId, lines), positions, amountPiastres);
  const taxPiastres = part.reduce((sum, line) => sum + line.taxPiastres, 0);
  const number = await takeNumber(tx, counters.creditNote);
  const { uuid: referenceUuid, taxPercent, currency, method } = receipt;
  const content = { ...said, lines: part, referenceUuid };
  await write(tx, { kind: 'creditNote', number, orderId, chargeId, amountPiastres, taxPiastres, taxPercent, currency, method, issuedAt: now, content });
  return number;
}

async function leftOf(tx: Tx, orderId: string, lines: readonly TaxReceiptLine[]): Promise<TaxReceiptLine[]> {
  const notes = await tx.taxReceipt.findMany({ where: { orderId, kind: 'creditNote' }, select: { content: true } });
  return linesLeft(lines, notes.flatMap(({ content }) => taxReceiptContent.parse(content).lines));
}

/** Of the lines that were given back as far as they suffice: some of them may have gone back before, as a part of every line. */
function partOf(left: readonly TaxReceiptLine[], positions: readonly number[], amountPiastres: number): TaxReceiptLine[] {
  const wanted = left.filter(({ position }) => positions.includes(position));
  const suffices = wanted.reduce((sum, { totalPiastres }) => sum + totalPiastres, 0) >= amountPiastres;
  return returnedPart(positions.length > 0 && suffices ? wanted : left, amountPiastres);
}

interface ToWrite extends Omit<IssuedReceipt, 'previousUuid'> {
  readonly orderId: string;
  readonly chargeId: string;
  readonly method: PaymentMethod | null;
  readonly content: TaxReceiptContent;
}

async function write(tx: Tx, receipt: ToWrite): Promise<void> {
  const position = await takeNumber(tx, 'tax-receipt-position');
  const previous = await tx.taxReceipt.findUnique({ where: { position: position - 1 }, select: { uuid: true } });
  const previousUuid = previous?.uuid ?? '';
  await tx.taxReceipt.create({ data: { ...receipt, position, previousUuid, uuid: uuidOf({ ...receipt, previousUuid }) }, select: { position: true } });
}

import type { PaymentMethod } from '@/generated/prisma/enums';
import { config } from '@/lib/config/config';
import type { Tx } from '@/lib/database/client';
import { readBilling } from '@/lib/orders/billing';
import {
  computeUuid,
  type IssuedReceipt,
  subtractCredited,
  takeShareOfLines,
  type TaxReceiptContent,
  taxReceiptContentSchema,
  type TaxReceiptKind,
  type TaxReceiptLine,
} from './tax-receipt';

const counters = { receipt: 'tax-receipt', creditNote: 'credit-note' } as const satisfies Record<
  TaxReceiptKind,
  string
>;

/** Takes the next number in the transaction that uses it, so that a rollback leaves no gap. Other receipts wait. */
async function takeNumber(tx: Tx, name: string): Promise<number> {
  const counter = await tx.counter.upsert({
    where: { name },
    create: { name, value: 1 },
    update: { value: { increment: 1 } },
    select: { value: true },
  });
  return counter.value;
}

interface IssueReceiptInput {
  readonly orderId: string;
  readonly chargeId: string;
  readonly now: Date;
}

/** Call it once, in the transaction that marks the order paid, after its last lock: other receipts must wait. */
export async function issueReceipt(tx: Tx, { orderId, chargeId, now }: IssueReceiptInput): Promise<void> {
  const { seller, taxPercent: presentPercent } = config();
  if (!seller) return;
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: {
      billing: true,
      amountPiastres: true,
      taxPiastres: true,
      taxPercent: true,
      currency: true,
      method: true,
      lines: {
        orderBy: { position: 'asc' },
        select: {
          position: true,
          productKey: true,
          description: true,
          quantity: true,
          listPiastres: true,
          discountPiastres: true,
          taxPiastres: true,
          totalPiastres: true,
        },
      },
    },
  });
  if (order.amountPiastres === 0) return;
  const billing = readBilling(order.billing);
  const buyer = billing?.tax_number
    ? { taxNumber: billing.tax_number, name: `${billing.first_name} ${billing.last_name}` }
    : null;
  const { amountPiastres, taxPiastres, currency, method, lines } = order;
  const taxPercent = order.taxPercent ?? presentPercent;
  const number = await takeNumber(tx, counters.receipt);
  const content = { seller, buyer, lines, referenceUuid: null };
  await writeTaxReceipt(tx, {
    kind: 'receipt',
    number,
    orderId,
    chargeId,
    amountPiastres,
    taxPiastres,
    taxPercent,
    currency,
    method,
    issuedAt: now,
    content,
  });
}

interface IssueCreditNoteInput extends IssueReceiptInput {
  readonly amountPiastres: number;
  /** Positions of the refunded lines; empty means a part of every line. */
  readonly positions: readonly number[];
  /** True if the refund request stores the number, which is then needed even without a tax receipt. */
  readonly isCarried: boolean;
}

/** Call it after the last lock, like `issueReceipt`. @returns the number, or null if nothing would show it */
export async function issueCreditNote(
  tx: Tx,
  { orderId, chargeId, amountPiastres, positions, isCarried, now }: IssueCreditNoteInput,
): Promise<number | null> {
  const receipt = await tx.taxReceipt.findFirst({
    where: { orderId, kind: 'receipt' },
    select: { uuid: true, taxPercent: true, currency: true, method: true, content: true },
  });
  if (!receipt) return isCarried ? takeNumber(tx, counters.creditNote) : null;
  const { lines, ...parties } = taxReceiptContentSchema.parse(receipt.content);
  const part = listCreditedLines(await readRemainingLines(tx, orderId, lines), positions, amountPiastres);
  const taxPiastres = part.reduce((sum, line) => sum + line.taxPiastres, 0);
  const number = await takeNumber(tx, counters.creditNote);
  const { uuid: referenceUuid, taxPercent, currency, method } = receipt;
  const content = { ...parties, lines: part, referenceUuid };
  await writeTaxReceipt(tx, {
    kind: 'creditNote',
    number,
    orderId,
    chargeId,
    amountPiastres,
    taxPiastres,
    taxPercent,
    currency,
    method,
    issuedAt: now,
    content,
  });
  return number;
}

async function readRemainingLines(
  tx: Tx,
  orderId: string,
  lines: readonly TaxReceiptLine[],
): Promise<TaxReceiptLine[]> {
  const notes = await tx.taxReceipt.findMany({ where: { orderId, kind: 'creditNote' }, select: { content: true } });
  return subtractCredited(
    lines,
    notes.flatMap(({ content }) => taxReceiptContentSchema.parse(content).lines),
  );
}

/** Falls back to all lines, because an earlier refund may have taken a part of every line. */
function listCreditedLines(
  remaining: readonly TaxReceiptLine[],
  positions: readonly number[],
  amountPiastres: number,
): TaxReceiptLine[] {
  const chosenLines = remaining.filter(({ position }) => positions.includes(position));
  const suffices = chosenLines.reduce((sum, { totalPiastres }) => sum + totalPiastres, 0) >= amountPiastres;
  return takeShareOfLines(positions.length > 0 && suffices ? chosenLines : remaining, amountPiastres);
}

interface NewTaxReceipt extends Omit<IssuedReceipt, 'previousUuid'> {
  readonly orderId: string;
  readonly chargeId: string;
  readonly method: PaymentMethod | null;
  readonly content: TaxReceiptContent;
}

async function writeTaxReceipt(tx: Tx, receipt: NewTaxReceipt): Promise<void> {
  const position = await takeNumber(tx, 'tax-receipt-position');
  const previous = await tx.taxReceipt.findUnique({ where: { position: position - 1 }, select: { uuid: true } });
  const previousUuid = previous?.uuid ?? '';
  await tx.taxReceipt.create({
    data: { ...receipt, position, previousUuid, uuid: computeUuid({ ...receipt, previousUuid }) },
    select: { position: true },
  });
}

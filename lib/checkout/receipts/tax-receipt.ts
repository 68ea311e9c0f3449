import { z } from 'zod';

/** What a tax receipt says besides its amounts; amounts in piastres, tax included. Stored as it was issued. */
const line = z.object({
  /** Of the order's line. */
  position: z.number().default(0),
  productKey: z.string(), description: z.string(), quantity: z.number(),
  listPiastres: z.number(), discountPiastres: z.number(), taxPiastres: z.number(), totalPiastres: z.number(),
});

export const taxReceiptContent = z.object({
  seller: z.object({
    taxNumber: z.string(), name: z.string(),
    address: z.object({ governorate: z.string(), city: z.string(), street: z.string(), building: z.string() }),
    branchCode: z.string(), activityCode: z.string(), deviceSerial: z.string(),
  }),
  /** Who gave a tax number. */
  buyer: z.object({ taxNumber: z.string(), name: z.string() }).nullable(),
  /** Of a credit note, the part of each line that went back. */
  lines: z.array(line),
  /** The UUID of the receipt that a credit note is for. */
  referenceUuid: z.string().nullable(),
});

export type TaxReceiptContent = z.output<typeof taxReceiptContent>;
export type TaxReceiptLine = z.output<typeof line>;

type Amount = 'listPiastres' | 'discountPiastres' | 'taxPiastres' | 'totalPiastres';

/** What is left of the lines after earlier credit notes. */
export function linesLeft(lines: readonly TaxReceiptLine[], returned: readonly TaxReceiptLine[]): TaxReceiptLine[] {
  return lines.map((one) => {
    const parts = returned.filter(({ position }) => position === one.position);
    const left = (name: Amount) => parts.reduce((rest, part) => rest - part[name], one[name]);
    return { ...one, listPiastres: left('listPiastres'), discountPiastres: left('discountPiastres'), taxPiastres: left('taxPiastres'), totalPiastres: left('totalPiastres') };
  });
}

/**
 * The part of the lines that a refund of `amountPiastres` gives back, in proportion to their amounts: all of them when it is their sum.
 * Taken from what earlier refunds left (`linesLeft`), the parts add up to the lines, to the piastre.
 */
export function returnedPart(lines: readonly TaxReceiptLine[], amountPiastres: number): TaxReceiptLine[] {
  const whole = lines.reduce((sum, { totalPiastres }) => sum + totalPiastres, 0);
  const shares = (name: Amount) => upTo(lines.map((one) => one[name]), amountPiastres, whole);
  const [list, discount, tax, total] = [shares('listPiastres'), shares('discountPiastres'), shares('taxPiastres'), shares('totalPiastres')];
  return lines
    .map((one, at) => ({ ...one, listPiastres: list[at] ?? 0, discountPiastres: discount[at] ?? 0, taxPiastres: tax[at] ?? 0, totalPiastres: total[at] ?? 0 }))
    .filter(({ totalPiastres }) => totalPiastres !== 0);
}

/** Each line's part of `part / whole`; they add up to that part of the sum. BigInt: the product of two amounts exceeds what a number holds. */
function upTo(values: readonly number[], part: number, whole: number): number[] {
  if (whole === 0) return values.map(() => 0);
  let sum = 0;
  let passed = 0;
  return values.map((value) => {
    sum += value;
    const reached = Number((BigInt(sum) * BigInt(part)) / BigInt(whole));
    const own = reached - passed;
    passed = reached;
    return own;
  });
}

import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { purge } from '@/lib/cache/invalidate';
import { productFields } from '@/lib/courses/catalogue/catalogue';
import { localisedText } from '@/lib/courses/catalogue/course';
import { db, type Prisma, transaction } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import type { Localised } from '@/lib/language';
import { minChargePiastres } from '@/lib/orders/pricing';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { formNumber, localised, singleLine } from '@/lib/schemas';

/** Price in piastres; 0 is free. A price below one pound is a typing error. */
export const productPrice = formNumber('required')
  .int('amount_invalid')
  .max(100_000_000, 'amount_invalid')
  .refine((amount) => amount === 0 || amount >= minChargePiastres, 'amount_invalid');

export const saleIsBelow = ({
  amount,
  saleAmount,
}: {
  amount: number;
  saleAmount?: number | null | undefined;
}): boolean => saleAmount === null || saleAmount === undefined || saleAmount < amount;

/** Shown on orders and receipts. */
export const productText = (maxLength: number) =>
  localised(singleLine('required').min(1, 'required').max(maxLength, 'too_long'));

export const productChangeSchema = z
  .object({
    amount: productPrice,
    /** Null ends the sale; absent leaves it unchanged. */
    saleAmount: productPrice.nullable().optional(),
    refundableOnSale: z.boolean().optional(),
    /** If absent, name and description stay unchanged. The key can never change, because orders refer to it. */
    name: productText(200).optional(),
    description: productText(500).optional(),
    /** The version that the editor loaded. If given, a change since then is a conflict and is not overwritten. */
    updatedAt: z.iso.datetime().optional(),
  })
  .refine(saleIsBelow, { path: ['saleAmount'], message: 'sale_not_below_price' });
export type ProductChange = z.output<typeof productChangeSchema>;

const fields = {
  ...productFields,
  courseSlug: true,
  editedAt: true,
  updatedAt: true,
} as const satisfies Prisma.ProductSelect;

type Row = Prisma.ProductGetPayload<{ select: typeof fields }>;
export type ProductRow = Omit<Row, 'name' | 'description' | 'amountPiastres' | 'saleAmountPiastres' | 'editedAt'> & {
  name: Localised;
  description: Localised;
  amount: number;
  saleAmount: number | null;
  editedHere: boolean;
};

const toProductRow = ({
  name,
  description,
  amountPiastres,
  saleAmountPiastres,
  editedAt,
  ...row
}: Row): ProductRow => ({
  ...row,
  name: localisedText(name),
  description: localisedText(description),
  amount: amountPiastres,
  saleAmount: saleAmountPiastres,
  editedHere: editedAt !== null,
});

/** Products that sell one course; for bundles see lib/courses/admin/bundles.ts. */
export async function listProductsOfCourses(actor: MaybeActor, courses: readonly string[]): Promise<ProductRow[]> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.product.findMany({
    where: { courseSlug: { in: [...courses] }, bundled: { none: {} } },
    orderBy: [{ course: { position: 'asc' } }, { key: 'asc' }],
    select: fields,
  });
  return rows.map(toProductRow);
}

export async function requireProduct(actor: MaybeActor, key: string): Promise<ProductRow> {
  assertAdmin(actor);
  const client = await db();
  const row = await client.product.findUnique({ where: { key }, select: fields });
  if (!row) throw notFound();
  return toProductRow(row);
}

/** Every page shows the new price at once (row O7). @throws Problem 401, 403 (`step-up`), 404, 409 `conflict` */
export async function changeProduct(
  actor: MaybeActor,
  key: string,
  change: ProductChange,
  now: Date,
): Promise<ProductRow> {
  assertAdmin(actor, { stepUp: true, now });
  const row = await transaction(async (tx) => {
    await lockRow(tx, 'Product', key);
    const before = await tx.product.findUnique({ where: { key }, select: fields });
    if (!before) throw notFound();
    if (change.updatedAt && change.updatedAt !== before.updatedAt.toISOString()) throw new Problem(409, 'conflict');
    const saleAmountPiastres =
      change.saleAmount === undefined ? validSaleAmount(before.saleAmountPiastres, change.amount) : change.saleAmount;
    const refundableOnSale = change.refundableOnSale ?? before.refundableOnSale;
    const after = await tx.product.update({
      where: { key },
      data: { amountPiastres: change.amount, saleAmountPiastres, refundableOnSale, ...textsOf(change), editedAt: now },
      select: fields,
    });
    const detail = { from: auditDetailOf(before), to: auditDetailOf(after) };
    await writeAudit(tx, { actor, action: 'product.change', subject: `product:${key}`, detail });
    return after;
  });
  // Purge instead of marking stale, because pages must show the price that is charged.
  purge('products', 'courses', `course:${row.courseSlug}`);
  return toProductRow(row);
}

const validSaleAmount = (sale: number | null, amount: number): number | null =>
  sale !== null && sale < amount ? sale : null;

const textsOf = ({ name, description }: ProductChange) => ({
  ...(name && { name }),
  ...(description && { description }),
});

const auditDetailOf = ({ amountPiastres, saleAmountPiastres, refundableOnSale, name }: Row) => ({
  amountPiastres,
  saleAmountPiastres,
  refundableOnSale,
  name,
});

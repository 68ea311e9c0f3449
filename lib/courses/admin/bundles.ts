import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { purge } from '@/lib/cache/invalidate';
import { productFields } from '@/lib/courses/catalogue/catalogue';
import { localisedText } from '@/lib/courses/catalogue/course';
import { replaceBundleCourses } from '@/lib/courses/catalogue/course-offer';
import { db, isUniqueViolation, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { loadTranslator } from '@/lib/i18n/messages';
import type { Language, Localised } from '@/lib/language';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { typedCode } from '@/lib/schemas';
import { productPrice, productText, saleIsBelow } from './products';

const terms = {
  name: productText(200),
  description: productText(500),
  courses: z
    .array(z.string().max(200))
    .transform((slugs) => [...new Set(slugs)])
    .pipe(z.array(z.string()).min(2, 'bundle_too_small').max(20, 'bundle_too_small')),
  amount: productPrice,
  saleAmount: productPrice.nullable(),
  refundableOnSale: z.boolean('required'),
  active: z.boolean('required'),
};

export const newBundleSchema = z
  .object({
    key: typedCode('required')
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'key_invalid')
      .max(100, 'too_long'),
    ...terms,
  })
  .refine(saleIsBelow, { path: ['saleAmount'], message: 'sale_not_below_price' });

/** The key is missing here because it cannot change: orders refer to it. */
export const bundleChangeSchema = z
  .object({ ...terms, /** The version that the editor loaded. */ updatedAt: z.iso.datetime().optional() })
  .refine(saleIsBelow, { path: ['saleAmount'], message: 'sale_not_below_price' });

type NewBundle = z.output<typeof newBundleSchema>;
type BundleChange = z.output<typeof bundleChangeSchema>;
type Terms = Omit<NewBundle, 'key'>;

const fields = {
  ...productFields,
  editedAt: true,
  updatedAt: true,
  bundled: { orderBy: { position: 'asc' }, select: { courseSlug: true } },
} as const satisfies Prisma.ProductSelect;

type Row = Prisma.ProductGetPayload<{ select: typeof fields }>;

export interface BundleRow {
  key: string;
  name: Localised;
  description: Localised;
  courses: string[];
  /** In piastres. */
  amount: number;
  saleAmount: number | null;
  refundableOnSale: boolean;
  currency: string;
  active: boolean;
  editedHere: boolean;
  updatedAt: Date;
}

const toBundleRow = ({
  name,
  description,
  amountPiastres,
  saleAmountPiastres,
  editedAt,
  bundled,
  ...row
}: Row): BundleRow => ({
  ...row,
  name: localisedText(name),
  description: localisedText(description),
  courses: bundled.map(({ courseSlug }) => courseSlug),
  amount: amountPiastres,
  saleAmount: saleAmountPiastres,
  editedHere: editedAt !== null,
});

export async function listBundleRows(actor: MaybeActor): Promise<BundleRow[]> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.product.findMany({
    where: { bundled: { some: {} } },
    orderBy: { key: 'asc' },
    select: fields,
  });
  return rows.map(toBundleRow);
}

export async function requireBundle(actor: MaybeActor, key: string): Promise<BundleRow> {
  assertAdmin(actor);
  return toBundleRow(await readBundle(await db(), key));
}

async function readBundle(client: Tx, key: string): Promise<Row> {
  const row = await client.product.findFirst({ where: { key, bundled: { some: {} } }, select: fields });
  if (!row) throw notFound();
  return row;
}

interface SaveOptions {
  lang: Language;
  now: Date;
}

/** @throws Problem 401, 403 (`step-up`), 409 `key-taken`, 422 for an unknown course */
export async function createBundle(
  actor: MaybeActor,
  { key, ...bundle }: NewBundle,
  { lang, now }: SaveOptions,
): Promise<BundleRow> {
  assertAdmin(actor, { stepUp: true, now });
  try {
    return await transaction(async (tx) => {
      const courseSlug = await readFirstKnownCourse(tx, bundle.courses, lang);
      await tx.product.create({
        data: { key, courseSlug, ...columnsOf(bundle), editedAt: now },
        select: { key: true },
      });
      await replaceBundleCourses(tx, key, bundle.courses);
      await writeAudit(tx, {
        actor,
        action: 'bundle.create',
        subject: `product:${key}`,
        detail: auditDetailOf(bundle),
      });
      return toBundleRow(await readBundle(tx, key));
    });
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Problem(409, 'key-taken', { errors: { key: [(await loadTranslator(lang))('validation.key_taken')] } });
    throw error;
  } finally {
    purge('products', 'courses');
  }
}

/** Open orders keep their price. @throws Problem 401, 403 (`step-up`), 404, 409 `conflict`, 422 for unknown courses */
export async function changeBundle(
  actor: MaybeActor,
  key: string,
  { updatedAt, ...bundle }: BundleChange,
  { lang, now }: SaveOptions,
): Promise<BundleRow> {
  assertAdmin(actor, { stepUp: true, now });
  const row = await transaction(async (tx) => {
    await lockRow(tx, 'Product', key);
    const before = await readBundle(tx, key);
    if (updatedAt && updatedAt !== before.updatedAt.toISOString()) throw new Problem(409, 'conflict');
    const courseSlug = await readFirstKnownCourse(tx, bundle.courses, lang);
    await tx.product.update({
      where: { key },
      data: { courseSlug, ...columnsOf(bundle), editedAt: now },
      select: { key: true },
    });
    await replaceBundleCourses(tx, key, bundle.courses);
    const { amount, saleAmount, refundableOnSale, active, courses } = toBundleRow(before);
    await writeAudit(tx, {
      actor,
      action: 'bundle.change',
      subject: `product:${key}`,
      detail: {
        from: auditDetailOf({ amount, saleAmount, refundableOnSale, active, courses }),
        to: auditDetailOf(bundle),
      },
    });
    return readBundle(tx, key);
  });
  purge('products', 'courses');
  return toBundleRow(row);
}

/** @throws Problem 401, 403 (`step-up`), 404, 409 `bundle-from-files`, 409 `bundle-has-orders` */
export async function deleteBundle(actor: MaybeActor, key: string, now: Date): Promise<void> {
  assertAdmin(actor, { stepUp: true, now });
  await transaction(async (tx) => {
    // Make concurrent orders wait: each is then either counted below or finds no product.
    await lockRow(tx, 'Product', key);
    const bundle = await tx.product.findFirst({
      where: { key, bundled: { some: {} } },
      select: { name: true, syncedHash: true, _count: { select: { orders: true, orderLines: true } } },
    });
    if (!bundle) throw notFound();
    if (bundle.syncedHash !== null) throw new Problem(409, 'bundle-from-files');
    if (bundle._count.orders + bundle._count.orderLines > 0) throw new Problem(409, 'bundle-has-orders');
    await tx.product.delete({ where: { key }, select: { key: true } });
    await writeAudit(tx, {
      actor,
      action: 'bundle.delete',
      subject: `product:${key}`,
      detail: { name: localisedText(bundle.name) },
    });
  });
  purge('products', 'courses');
}

async function readFirstKnownCourse(tx: Tx, courses: readonly string[], lang: Language): Promise<string> {
  const knownCount = await tx.course.count({ where: { slug: { in: [...courses] } } });
  const [first] = courses;
  if (first !== undefined && knownCount === courses.length) return first;
  throw new Problem(422, 'invalid', {
    errors: { courses: [(await loadTranslator(lang))('validation.unknown_course')] },
  });
}

const columnsOf = ({ name, description, amount, saleAmount, refundableOnSale, active }: Terms) => ({
  name,
  description,
  amountPiastres: amount,
  saleAmountPiastres: saleAmount,
  refundableOnSale,
  active,
});

const auditDetailOf = ({
  amount,
  saleAmount,
  refundableOnSale,
  active,
  courses,
}: Omit<Terms, 'name' | 'description'>) => ({
  amountPiastres: amount,
  saleAmountPiastres: saleAmount,
  refundableOnSale,
  active,
  courses,
});

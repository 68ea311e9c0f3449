import { z } from 'zod';
import { OrderStatus } from '@/generated/prisma/enums';
import { writeAudit } from '@/lib/accounts/audit';
import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { type Column, streamCsv, streamXlsx, tableLanguage } from '@/lib/admin/tables';
import { localisedText } from '@/lib/courses/catalogue/course';
import { db, Prisma } from '@/lib/database/client';
import { internationalLanguage, type Localised } from '@/lib/language';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { pageNumber, singleLine } from '@/lib/schemas';
import { findOrderMatches } from '@/lib/search/admin/find-users-and-orders';
import { toWebStream } from '@/lib/streams';

/** Statuses, then `review` (waits for an admin), `no_access` (paid, but a course is closed), and purchase kinds. */
export const orderFilters = [...Object.values(OrderStatus), 'review', 'no_access', 'gift', 'seats', 'bundle'] as const;

const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const;

export const orderQuerySchema = z.object({
  status: z.enum(orderFilters).optional(),
  q: singleLine().max(100).optional(),
  sort: z.enum(orderSorts).optional(),
  page: pageNumber,
});
export type OrderQuery = z.output<typeof orderQuerySchema>;

export const orderRowFields = {
  id: true,
  number: true,
  purpose: true,
  status: true,
  productKey: true,
  courseSlug: true,
  description: true,
  amountPiastres: true,
  discountPiastres: true,
  refundedPiastres: true,
  coupon: { select: { code: true } },
  currency: true,
  method: true,
  lang: true,
  needsReview: true,
  createdAt: true,
  paidAt: true,
  user: { select: { id: true, name: true, email: true } },
  product: { select: { name: true, _count: { select: { bundled: true } } } },
} as const satisfies Prisma.OrderSelect;

type Row = Prisma.OrderGetPayload<{ select: typeof orderRowFields }>;

export type OrderRow = Omit<
  Row,
  'id' | 'amountPiastres' | 'discountPiastres' | 'refundedPiastres' | 'coupon' | 'user' | 'product'
> & {
  orderId: string;
  amount: number;
  discount: number;
  coupon: string | null;
  refunded: number;
  /** The product's current name; `description` is the text on the receipt. */
  productName: Localised;
  isBundle: boolean;
  userId: string | null;
  buyer: string;
  email: string | null;
};

export function toOrderRow({
  id,
  amountPiastres,
  discountPiastres,
  refundedPiastres,
  coupon,
  user,
  product,
  ...row
}: Row): OrderRow {
  const buyer = { userId: user?.id ?? null, buyer: user?.name ?? '', email: user?.email ?? null };
  const money = {
    amount: amountPiastres,
    discount: discountPiastres,
    coupon: coupon?.code ?? null,
    refunded: refundedPiastres,
  };
  return {
    ...row,
    ...money,
    orderId: id,
    productName: localisedText(product.name),
    isBundle: product._count.bundled > 0,
    ...buyer,
  };
}

const sorted: Record<
  (typeof orderSorts)[number],
  { orderBy: Prisma.OrderOrderByWithRelationInput[]; sql: Prisma.Sql }
> = {
  newest: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], sql: Prisma.sql`"createdAt" DESC, "id" DESC` },
  oldest: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], sql: Prisma.sql`"createdAt", "id"` },
  highest: { orderBy: [{ amountPiastres: 'desc' }, { id: 'desc' }], sql: Prisma.sql`"amountPiastres" DESC, "id" DESC` },
  lowest: { orderBy: [{ amountPiastres: 'asc' }, { id: 'asc' }], sql: Prisma.sql`"amountPiastres", "id"` },
};

export async function listOrders(
  actor: MaybeActor,
  { status, q, page, sort = 'newest' }: OrderQuery,
): Promise<Page<OrderRow>> {
  assertAdmin(actor);
  const client = await db();
  const { orderBy, sql } = sorted[sort];
  const { skip, take } = pageWindow(page);
  // Find the ids of the page by index alone, then read only these rows and their buyers.
  const found = await client.$queryRaw<
    Array<{ id: string }>
  >`SELECT "id" FROM "Order" WHERE ${await orderCondition({ status, q })} ORDER BY ${sql} LIMIT ${take} OFFSET ${skip}`;
  const rows = await client.order.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy,
    select: orderRowFields,
  });
  return pageOf(rows.map(toOrderRow), page);
}

/** Newest first. Checks no permission: the caller must have done so. */
async function findOrderNumbers(query: OrderFilter): Promise<number[]> {
  const found = await (
    await db()
  ).$queryRaw<
    Array<{ number: number }>
  >`SELECT "number" FROM "Order" WHERE ${await orderCondition(query)} ORDER BY "number" DESC`;
  return found.map(({ number }) => number);
}

type OrderFilter = Pick<OrderQuery, 'status' | 'q'>;

/** Written as SQL to pass a list of ids as one parameter: a common name may match a hundred thousand buyers. */
async function orderCondition({ status, q }: OrderFilter): Promise<Prisma.Sql> {
  const statusSql = await statusCondition(status);
  if (!q) return statusSql;
  const { orderIds, buyerIds, productKey, couponId } = await findOrderMatches(q);
  return Prisma.sql`${statusSql} AND ("id" = ANY(${orderIds}::text[]) OR "userId" = ANY(${buyerIds}::text[]) OR "productKey" = ${productKey} OR "couponId" = ${couponId})`;
}

async function statusCondition(status: OrderQuery['status']): Promise<Prisma.Sql> {
  switch (status) {
    case undefined:
      return Prisma.sql`TRUE`;
    case 'review':
      return Prisma.sql`"needsReview" IS NOT NULL`;
    case 'no_access':
      return Prisma.sql`"id" = ANY(${(await listPaidWithoutAccess()).map(({ orderId }) => orderId)}::text[])`;
    case 'seats':
    case 'gift':
      return Prisma.sql`"purpose" = ${status}::"OrderPurpose"`;
    case 'bundle':
      return Prisma.sql`EXISTS (SELECT FROM "ProductCourse" WHERE "ProductCourse"."productKey" = "Order"."productKey")`;
    default:
      return Prisma.sql`"status" = ${status}::"OrderStatus"`;
  }
}

const batchSize = 500;

export const orderExportSchema = orderQuerySchema.extend(tableLanguage);
type OrderExport = Omit<ReturnType<typeof orderExportSchema.parse>, 'page'>;

const fields = {
  id: true,
  number: true,
  purpose: true,
  status: true,
  productKey: true,
  courseSlug: true,
  amountPiastres: true,
  discountPiastres: true,
  refundedPiastres: true,
  currency: true,
  method: true,
  lang: true,
  createdAt: true,
  paidAt: true,
  lines: { select: { quantity: true } },
  coupon: { select: { code: true } },
  user: { select: { name: true, email: true } },
} as const satisfies Prisma.OrderSelect;

type ExportRow = Prisma.OrderGetPayload<{ select: typeof fields }>;

const columns: ReadonlyArray<Column<ExportRow>> = [
  { name: 'number', kind: 'number', value: (row) => row.number },
  { name: 'status', kind: 'text', value: (row) => row.status },
  { name: 'created', kind: 'time', value: (row) => row.createdAt },
  { name: 'paid', kind: 'time', value: (row) => row.paidAt },
  { name: 'buyer', kind: 'text', value: (row) => row.user?.name ?? '' },
  { name: 'email', kind: 'text', value: (row) => row.user?.email ?? '' },
  { name: 'product', kind: 'text', value: (row) => row.productKey },
  { name: 'course', kind: 'text', value: (row) => row.courseSlug },
  { name: 'amount', kind: 'piastres', value: (row) => row.amountPiastres },
  { name: 'refunded', kind: 'piastres', value: (row) => row.refundedPiastres },
  { name: 'currency', kind: 'text', value: (row) => row.currency },
  { name: 'method', kind: 'text', value: (row) => row.method ?? '' },
  { name: 'language', kind: 'text', value: (row) => row.lang },
  { name: 'order', kind: 'text', value: (row) => row.id },
  { name: 'discount', kind: 'piastres', value: (row) => row.discountPiastres },
  { name: 'coupon', kind: 'text', value: (row) => row.coupon?.code ?? '' },
  { name: 'for', kind: 'text', value: (row) => row.purpose },
  // A bundle has one line per course but is bought once.
  {
    name: 'quantity',
    kind: 'number',
    value: (row) => (row.purpose === 'seats' ? row.lines.reduce((sum, { quantity }) => sum + quantity, 0) : 1),
  },
];

export async function exportOrdersAsCsv(
  actor: MaybeActor,
  { lang, ...query }: OrderExport,
): Promise<ReadableStream<Uint8Array>> {
  await auditExport(actor, query, 'csv');
  return toWebStream(streamCsv({ columns, batches: readBatches(query) }, lang));
}

export async function exportOrdersAsXlsx(
  actor: MaybeActor,
  { lang = internationalLanguage, ...query }: OrderExport,
): Promise<ReadableStream<Uint8Array>> {
  await auditExport(actor, query, 'xlsx');
  return toWebStream(streamXlsx({ columns, batches: readBatches(query) }, lang));
}

/** Omits the search words, which may name a person. */
async function auditExport(actor: MaybeActor, query: Omit<OrderQuery, 'page'>, format: string): Promise<void> {
  assertAdmin(actor);
  await writeAudit(await db(), {
    actor,
    action: 'orders.export',
    subject: 'orders',
    detail: { status: query.status ?? '', format, ...(query.q ? { q: true } : {}) },
  });
}

async function* readBatches(query: Omit<OrderQuery, 'page'>): AsyncGenerator<ExportRow[]> {
  const client = await db();
  const numbers = await findOrderNumbers(query);
  for (let at = 0; at < numbers.length; at += batchSize) {
    yield await client.order.findMany({
      where: { number: { in: numbers.slice(at, at + batchSize) } },
      orderBy: { number: 'desc' },
      select: fields,
    });
  }
}

interface PaidWithoutAccess {
  orderId: string;
  number: number;
}

/** Should find nothing. Omits access that an admin ended by hand, and payments that are refunded automatically. */
export async function listPaidWithoutAccess(): Promise<PaidWithoutAccess[]> {
  const client = await db();
  return client.$queryRaw<PaidWithoutAccess[]>`
    SELECT DISTINCT o."id" AS "orderId", o."number" FROM "Order" o JOIN "OrderLine" l ON l."orderId" = o."id" LEFT JOIN "Gift" g ON g."orderId" = o."id"
      LEFT JOIN "Seat" s ON s."orderId" = l."orderId" AND s."position" = l."position"
    WHERE o."status" IN ('paid', 'refund_requested')
      AND ((o."purpose" = 'self' AND o."userId" IS NOT NULL) OR (o."purpose" = 'gift' AND g."openedById" IS NOT NULL) OR (o."purpose" = 'seats' AND s."holderId" IS NOT NULL))
      AND NOT EXISTS (SELECT 1 FROM "Enrolment" e WHERE e."userId" = CASE o."purpose" WHEN 'gift' THEN g."openedById" WHEN 'seats' THEN s."holderId" ELSE o."userId" END AND e."courseSlug" = l."courseSlug" AND e."revokedAt" IS NULL)
      AND NOT EXISTS (
        SELECT 1 FROM "RefundLine" r JOIN "RefundRequest" q ON q."id" = r."requestId"
        WHERE r."orderId" = l."orderId" AND r."position" = l."position" AND q."status" = 'done')
      AND NOT EXISTS (SELECT 1 FROM "RefundRequest" c WHERE c."orderId" = o."id" AND c."kind" = 'coupon_over' AND c."status" <> 'refused')
      AND NOT EXISTS (SELECT 1 FROM "OrderNote" n WHERE n."orderId" = o."id" AND n."kind" = 'revoked' AND n."actorId" IS NOT NULL)
    ORDER BY o."number" DESC`;
}

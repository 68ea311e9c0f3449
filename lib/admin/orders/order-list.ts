import 'server-only';
import { z } from 'zod';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { OrderStatus } from '@/generated/prisma/enums';
import { localisedText } from '@/lib/courses/catalogue/course';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import { db, Prisma } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { pageNumber, singleLine } from '@/lib/schemas';
import { pageOf, windowOf, type Page } from '../lists';
import { findOrderMatches } from '../search/find-orders';

/** The statuses; `review`: orders that wait for a person; `no_access`: paid, but the course is closed (always empty); then what is bought, and for whom. */
export const orderFilters = [...Object.values(OrderStatus), 'review', 'no_access', 'gift', 'seats', 'bundle'] as const;

/** By when they were ordered, or by amount. */
const orderSorts = ['newest', 'oldest', 'highest', 'lowest'] as const;

export const orderQuerySchema = z.object({
  status: z.enum(orderFilters).optional(),
  q: singleLine().max(100).optional(),
  sort: z.enum(orderSorts).optional(),
  page: pageNumber,
});
export type OrderQuery = z.output<typeof orderQuerySchema>;

export const orderRowFields = {
  id: true, number: true, purpose: true, status: true, productKey: true, courseSlug: true, description: true, amountPiastres: true, discountPiastres: true, refundedPiastres: true,
  coupon: { select: { code: true } },
  currency: true, method: true, lang: true, needsReview: true, createdAt: true, paidAt: true,
  user: { select: { id: true, name: true, email: true } },
  product: { select: { name: true, _count: { select: { bundled: true } } } },
} as const satisfies Prisma.OrderSelect;

type Row = Prisma.OrderGetPayload<{ select: typeof orderRowFields }>;

export type OrderRow = Omit<Row, 'id' | 'amountPiastres' | 'discountPiastres' | 'refundedPiastres' | 'coupon' | 'user' | 'product'> & {
  orderId: string;
  amount: number;
  /** What the coupon with this code took off. */
  discount: number;
  coupon: string | null;
  refunded: number;
  /** What it is called now; `description` is what the receipt says. */
  productName: Localised;
  isBundle: boolean;
  userId: string | null;
  buyer: string;
  email: string | null;
};

export function orderRowOf({ id, amountPiastres, discountPiastres, refundedPiastres, coupon, user, product, ...row }: Row): OrderRow {
  const buyer = { userId: user?.id ?? null, buyer: user?.name ?? '', email: user?.email ?? null };
  const money = { amount: amountPiastres, discount: discountPiastres, coupon: coupon?.code ?? null, refunded: refundedPiastres };
  return { ...row, ...money, orderId: id, productName: localisedText(product.name), isBundle: product._count.bundled > 0, ...buyer };
}

const sorted: Record<(typeof orderSorts)[number], { orderBy: Prisma.OrderOrderByWithRelationInput[]; sql: Prisma.Sql }> = {
  newest: { orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], sql: Prisma.sql`"createdAt" DESC, "id" DESC` },
  oldest: { orderBy: [{ createdAt: 'asc' }, { id: 'asc' }], sql: Prisma.sql`"createdAt", "id"` },
  highest: { orderBy: [{ amountPiastres: 'desc' }, { id: 'desc' }], sql: Prisma.sql`"amountPiastres" DESC, "id" DESC` },
  lowest: { orderBy: [{ amountPiastres: 'asc' }, { id: 'asc' }], sql: Prisma.sql`"amountPiastres", "id"` },
};

/** Newest first unless asked otherwise. `q` as `findOrderMatches` reads it. @throws Problem 401, 403 */
export async function listOrders(actor: MaybeActor, { status, q, page, sort = 'newest' }: OrderQuery): Promise<Page<OrderRow>> {
  assertAdmin(actor);
  const client = await db();
  const { orderBy, sql } = sorted[sort];
  const { skip, take } = windowOf(page);
  // Numbered pages walk the index alone; rows and buyers are read for one page.
  const found = await client.$queryRaw<Array<{ id: string }>>`SELECT "id" FROM "Order" WHERE ${await orderCondition({ status, q })} ORDER BY ${sql} LIMIT ${take} OFFSET ${skip}`;
  const rows = await client.order.findMany({ where: { id: { in: found.map(({ id }) => id) } }, orderBy, select: orderRowFields });
  return pageOf(rows.map(orderRowOf), page);
}

/** The numbers of all orders that a filter and a search find, the newest first. For functions that have checked the permission. */
export async function findOrderNumbers(query: OrderFilter): Promise<number[]> {
  const found = await (await db()).$queryRaw<Array<{ number: number }>>`SELECT "number" FROM "Order" WHERE ${await orderCondition(query)} ORDER BY "number" DESC`;
  return found.map(({ number }) => number);
}

type OrderFilter = Pick<OrderQuery, 'status' | 'q'>;

/** As SQL, in which a list of ids is one parameter: a common name may be a hundred thousand buyers'. */
async function orderCondition({ status, q }: OrderFilter): Promise<Prisma.Sql> {
  const wanted = await statusCondition(status);
  if (!q) return wanted;
  const { orderIds, buyerIds, productKey, couponId } = await findOrderMatches(q);
  return Prisma.sql`${wanted} AND ("id" = ANY(${orderIds}::text[]) OR "userId" = ANY(${buyerIds}::text[]) OR "productKey" = ${productKey} OR "couponId" = ${couponId})`;
}

async function statusCondition(status: OrderQuery['status']): Promise<Prisma.Sql> {
  switch (status) {
    case undefined: return Prisma.sql`TRUE`;
    case 'review': return Prisma.sql`"needsReview" IS NOT NULL`;
    case 'no_access': return Prisma.sql`"id" = ANY(${(await listPaidWithoutAccess()).map(({ orderId }) => orderId)}::text[])`;
    case 'seats': case 'gift': return Prisma.sql`"purpose" = ${status}::"OrderPurpose"`;
    case 'bundle': return Prisma.sql`EXISTS (SELECT FROM "ProductCourse" WHERE "ProductCourse"."productKey" = "Order"."productKey")`;
    default: return Prisma.sql`"status" = ${status}::"OrderStatus"`;
  }
}

import 'server-only';
import { z } from 'zod';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { OrderStatus } from '@/generated/prisma/enums';
import { localisedText } from '@/lib/courses/catalogue/course';
import { listPaidWithoutAccess } from '@/lib/checkout/orders/paid-without-access';
import { db, type Prisma } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { pageNumber, singleLine } from '@/lib/schemas';
import { pageOf, windowOf, type Page } from '../lists';
import { orderMatches } from '../search/find-orders';

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

const orders: Record<(typeof orderSorts)[number], Prisma.OrderOrderByWithRelationInput[]> = {
  newest: [{ createdAt: 'desc' }, { id: 'desc' }], oldest: [{ createdAt: 'asc' }, { id: 'asc' }],
  highest: [{ amountPiastres: 'desc' }, { id: 'desc' }], lowest: [{ amountPiastres: 'asc' }, { id: 'asc' }],
};

/** Newest first unless asked otherwise. `q` as `orderMatches` reads it. @throws Problem 401, 403 */
export async function listOrders(actor: MaybeActor, { status, q, page, sort = 'newest' }: OrderQuery): Promise<Page<OrderRow>> {
  assertAdmin(actor);
  const client = await db();
  const orderBy = orders[sort];
  // Numbered pages walk the index alone; rows and buyers are read for one page.
  const found = await client.order.findMany({ where: await orderFilter({ status, q }), orderBy, ...windowOf(page), select: { id: true } });
  const rows = await client.order.findMany({ where: { id: { in: found.map(({ id }) => id) } }, orderBy, select: orderRowFields });
  return pageOf(rows.map(orderRowOf), page);
}

async function statusFilter(status: OrderQuery['status']): Promise<Prisma.OrderWhereInput> {
  if (status === 'review') return { needsReview: { not: null } };
  if (status === 'no_access') return { id: { in: (await listPaidWithoutAccess()).map((order) => order.orderId) } };
  if (status === 'seats' || status === 'gift') return { purpose: status };
  if (status === 'bundle') return { product: { bundled: { some: {} } } };
  return status ? { status } : {};
}

export async function orderFilter({ status, q }: { status?: OrderQuery['status']; q?: string | undefined }): Promise<Prisma.OrderWhereInput> {
  const wanted = await statusFilter(status);
  return q ? { AND: [wanted, await orderMatches(q)] } : wanted;
}

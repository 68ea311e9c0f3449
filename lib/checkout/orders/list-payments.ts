import 'server-only';
import { auditRead } from '@/lib/accounts/audit';
import { assertLearner, assertSelf, may, type MaybeActor } from '@/lib/actor';
import type { OrderStatus } from '@/generated/prisma/enums';
import { db, type Prisma } from '@/lib/database/client';

/** A line of My Payments (row D10); `paymentAmount` in piastres. */
export interface PaymentLine {
  orderId: string;
  paymentAmount: number;
  currency: string;
  status: OrderStatus;
  paidAt: Date | null;
  paymentItems: Array<{ description: string }>;
}

const pageSize = 20;

const columns = { id: true, userId: true, amountPiastres: true, currency: true, status: true, paidAt: true, description: true } as const;

function lineOf({ id, amountPiastres, currency, status, paidAt, description }: Prisma.OrderGetPayload<{ select: typeof columns }>): PaymentLine {
  return { orderId: id, paymentAmount: amountPiastres, currency, status, paidAt, paymentItems: [{ description }] };
}

const newestFirst = [{ createdAt: 'desc' }, { id: 'desc' }] as const satisfies Prisma.OrderOrderByWithRelationInput[];

/** All of one buyer's orders, newest first. @throws Problem 401, 403 */
export async function listMyPayments({ actor, userId }: { actor: MaybeActor; userId: string }): Promise<PaymentLine[]> {
  assertSelf(actor, userId);
  const client = await db();
  await auditRead(client, { actor, userId, read: 'payments' });
  const orders = await client.order.findMany({ where: { userId }, orderBy: [...newestFirst], select: columns });
  return orders.map(lineOf);
}

export interface PaymentPage { total: number; lines: Array<PaymentLine & { userId?: string | null }> }

/** A page of one's own payments; an administrator gets everybody's, with `userId`. @throws Problem 401, 403 */
export async function listPayments({ actor, page }: { actor: MaybeActor; page: number }): Promise<PaymentPage> {
  assertLearner(actor);
  const seesAll = may(actor, 'administer');
  const where = seesAll ? {} : { userId: actor.userId };
  const client = await db();
  // Count and page walk an index alone; rows are read for one page.
  const [total, found] = await Promise.all([
    client.order.count({ where }),
    client.order.findMany({ where, orderBy: [...newestFirst], skip: (page - 1) * pageSize, take: pageSize, select: { id: true } }),
  ]);
  const orders = await client.order.findMany({ where: { id: { in: found.map(({ id }) => id) } }, orderBy: [...newestFirst], select: columns });
  return { total, lines: orders.map((order) => (seesAll ? { ...lineOf(order), userId: order.userId } : lineOf(order))) };
}

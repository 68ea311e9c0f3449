import 'server-only';
import { lockOrder } from '@/lib/checkout/orders/order-row';
import { writeNote } from '@/lib/checkout/orders/order-notes';
import { db, transaction, type Prisma } from '@/lib/database/client';
import { eachOnItsOwn } from '@/lib/database/each-on-its-own';

const batchSize = 100;

/** Nobody is asked about these: the service was killed before it opened a payment page, or every page is closed. */
const isAbandoned = (now: Date) =>
  ({ status: 'pending', expiresAt: { lte: now }, attempts: { none: { status: { not: 'closed' } } } }) satisfies Prisma.OrderWhereInput;

export async function hasAbandonedOrders(now: Date): Promise<boolean> {
  const client = await db();
  return (await client.order.findFirst({ where: isAbandoned(now), select: { id: true } })) !== null;
}

/** Ends orders that no inquiry will end, so that the use of their coupon is free again. */
export async function expireAbandonedOrders(now: Date, stopping?: AbortSignal): Promise<void> {
  const client = await db();
  const abandoned = await client.order.findMany({ where: isAbandoned(now), take: batchSize, select: { id: true } });
  await eachOnItsOwn(abandoned, ({ id }) => transaction(async (tx) => {
    await lockOrder(tx, id);
    const expired = await tx.order.updateMany({ where: { ...isAbandoned(now), id }, data: { status: 'expired' } });
    if (expired.count > 0) await writeNote(tx, { orderId: id, kind: 'expired', now });
  }), stopping);
}

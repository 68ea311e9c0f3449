import 'server-only';
import { addSeconds } from '@/lib/clock';
import { findOrder, readOrder, type OrderQuery, type OrderView } from '@/lib/checkout/orders/find-order';
import { db } from '@/lib/database/client';
import { inquireOrder } from './inquire';

const inquiryGapSeconds = 10;

/** For the waiting tab: while the order is pending the provider is asked once in ten seconds, so a lost notification costs seconds. */
export async function watchOrder(query: OrderQuery & { now: Date }): Promise<OrderView | null> {
  const order = await findOrder(query);
  if (order?.status !== 'pending' || !(await claimInquiry(order.orderId, query.now))) return order;
  await inquireOrder(order.orderId, { source: 'inquiry', now: query.now });
  return readOrder(query.userId, query.orderId);
}

async function claimInquiry(orderId: string, now: Date): Promise<boolean> {
  const client = await db();
  const since = addSeconds(now, -inquiryGapSeconds);
  const claimed = await client.paymentAttempt.updateMany({
    where: { orderId, status: 'open', createdAt: { lte: since }, OR: [{ lastInquiryAt: null }, { lastInquiryAt: { lte: since } }] },
    data: { lastInquiryAt: now },
  });
  return claimed.count > 0;
}

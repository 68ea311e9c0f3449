import 'server-only';
import type { OrderStatus } from '@/generated/prisma/enums';
import { requestReceivedReturn, type ReceivedDecision } from '@/lib/checkout/settlement/decide-received';
import { db } from '@/lib/database/client';
import { runRefund } from './run-refunds';

/**
 * Sends back a payment of another amount (row P10), at once and again by the job when the provider does not answer.
 * @returns the order's status: `refunded`, or still `in_review` while the provider has not confirmed
 * @throws as `requestReceivedReturn`
 */
export async function returnReceived(decision: ReceivedDecision): Promise<{ status: OrderStatus }> {
  const requestId = await requestReceivedReturn(decision);
  await runRefund(requestId, decision.now);
  const client = await db();
  return client.order.findUniqueOrThrow({ where: { id: decision.orderId }, select: { status: true } });
}

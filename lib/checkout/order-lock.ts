import 'server-only';
import type { Tx } from '@/lib/database/client';

/** Everything that happens to one order happens one after the other. Lock the order first, then the buyer. */
export async function lockOrder(tx: Tx, orderId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "Order" WHERE id = ${orderId} FOR UPDATE`;
}

/** Two orders of one buyer may be settled at once; access is decided by one of them at a time. */
export async function lockBuyer(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "User" WHERE id = ${userId} FOR UPDATE`;
}

import 'server-only';
import type { OrderRow } from '@/lib/checkout/orders/order-row';
import type { Tx } from '@/lib/database/client';

/** Of a paid order: every line is a free seat; nobody is enrolled yet. Called again it changes nothing. */
export async function openSeats(tx: Tx, { id: orderId, lines }: Pick<OrderRow, 'id' | 'lines'>): Promise<void> {
  await tx.seat.createMany({ data: lines.map(({ position }) => ({ orderId, position })), skipDuplicates: true });
}

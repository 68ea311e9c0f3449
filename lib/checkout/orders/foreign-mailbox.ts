import 'server-only';
import { hmacOf } from '@/lib/config/secrets';
import type { Tx } from '@/lib/database/client';
import { tryLimit } from '@/lib/database/rate-limit';

/**
 * Whether a mail about an order that cost nothing so far may go to the address typed for it. An address that the buyer did not confirm gets
 * one of them a month, whoever types it, until the buyer has paid once: otherwise anybody could have the shop mail strangers.
 */
export async function mayMailUnpaid(tx: Tx, { userId, email }: { userId: string | null; email: string }, now: Date): Promise<boolean> {
  if (userId !== null) {
    if ((await tx.user.count({ where: { id: userId, email, emailConfirmedAt: { not: null } } })) > 0) return true;
    if ((await tx.order.count({ where: { userId, paidAt: { not: null }, amountPiastres: { gt: 0 } } })) > 0) return true;
  }
  return tryLimit(tx, 'foreign-mailbox', hmacOf('foreign-mailbox', email), now);
}

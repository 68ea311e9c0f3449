import 'server-only';
import type { ReminderKind } from '@/generated/prisma/enums';
import type { Tx } from '@/lib/database/client';

/** The user's id stands in it between colons, by which deleting an account finds it. */
export const reminderKeyOf = (orderId: string, kind: ReminderKind, userId: string | null): string => `reminder:${orderId}:${kind}:${userId ?? ''}:`;

/** What has not been sent yet is not sent once the order was paid, declined or ended. Call it in the order's lock. */
export async function withdrawReminders(tx: Tx, orderId: string): Promise<void> {
  await tx.outbox.deleteMany({ where: { key: { startsWith: `reminder:${orderId}:` }, doneAt: null } });
}

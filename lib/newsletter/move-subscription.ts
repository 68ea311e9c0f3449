import type { Tx } from '@/lib/database/client';

/**
 * A person's subscription goes to another confirmed address of theirs, with the consent that was given. One that ended by a bounce stays where it is, and one that the
 * other address has of its own is left alone.
 * @returns its id; null when nothing was moved
 */
export async function moveSubscription(tx: Tx, subscription: { email: string } | { id: string }, to: string): Promise<string | null> {
  const row = await tx.subscriber.findUnique({ where: subscription, select: { id: true, bouncedAt: true } });
  if (!row || row.bouncedAt !== null || (await tx.subscriber.count({ where: { email: to } })) > 0) return null;
  await tx.subscriber.update({ where: { id: row.id }, data: { email: to }, select: { id: true } });
  return row.id;
}

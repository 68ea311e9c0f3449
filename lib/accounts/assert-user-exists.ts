import 'server-only';
import type { Actor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { notFound } from '@/lib/problem';

/** For what an administrator asks under somebody else's `{userId}`; one's own exists. Of a deleted account only orders are left, which administration has. @throws Problem 404 */
export async function assertUserExists(actor: Actor, userId: string): Promise<void> {
  if (actor.userId === userId) return;
  const client = await db();
  if ((await client.user.count({ where: { id: userId } })) === 0) throw notFound();
}

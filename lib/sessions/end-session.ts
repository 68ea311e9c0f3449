import 'server-only';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { db, type Tx } from '@/lib/db';
import { notFound } from '@/lib/problem';

export type EndReason = 'logout' | 'everywhere' | 'device' | 'reuse' | 'password' | 'upgrade' | 'deleted' | 'role' | 'admin';

/** False when it was already over. From here on every token and signed URL of the session is dead. */
export async function endSessionIn(tx: Tx, sessionId: string, why: EndReason, now: Date): Promise<boolean> {
  const ended = await tx.session.updateMany({ where: { id: sessionId, revokedAt: null }, data: { revokedAt: now, revokedWhy: why } });
  return ended.count > 0;
}

export const endSession = async (sessionId: string, why: EndReason, now: Date): Promise<boolean> => endSessionIn(await db(), sessionId, why, now);

/** All sessions of a user, but `keep`. */
export async function endSessionsOf(tx: Tx, userId: string, why: EndReason, now: Date, keep?: string): Promise<number> {
  const others = keep === undefined ? {} : { id: { not: keep } };
  const ended = await tx.session.updateMany({ where: { userId, revokedAt: null, ...others }, data: { revokedAt: now, revokedWhy: why } });
  return ended.count;
}

/** From the list of devices: another person's session is as unknown as one that never was. @throws Problem 401, 403, 404 */
export async function endSessionOf(actor: MaybeActor, userId: string, sessionId: string, now: Date): Promise<void> {
  assertSelf(actor, userId);
  const client = await db();
  const ended = await client.session.updateMany({ where: { id: sessionId, userId, revokedAt: null }, data: { revokedAt: now, revokedWhy: 'device' } });
  if (ended.count === 0) throw notFound();
}

/** Log out everywhere, here too. @throws Problem 401, 403 */
export async function endAllSessionsOf(actor: MaybeActor, userId: string, now: Date): Promise<void> {
  assertSelf(actor, userId);
  await endSessionsOf(await db(), userId, 'everywhere', now);
}

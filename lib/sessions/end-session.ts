import 'server-only';
import type { Actor } from '@/lib/actor';
import { db, type Tx } from '@/lib/db';
import { notFound } from '@/lib/problem';

export type EndReason = 'logout' | 'everywhere' | 'device' | 'reuse' | 'password' | 'upgrade' | 'linked' | 'deleted' | 'role';

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

/** The learner's own list: another person's session is as unknown as one that never was. */
export async function endOwnSession(actor: Actor, sessionId: string, now: Date): Promise<void> {
  const client = await db();
  const ended = await client.session.updateMany({ where: { id: sessionId, userId: actor.userId, revokedAt: null }, data: { revokedAt: now, revokedWhy: 'device' } });
  if (ended.count === 0) throw notFound();
}

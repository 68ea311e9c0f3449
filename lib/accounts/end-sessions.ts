import 'server-only';
import type { Tx } from '@/lib/database/client';

export type EndReason = 'logout' | 'everywhere' | 'device' | 'reuse' | 'password' | 'confirmed' | 'renewed' | 'upgrade' | 'deleted' | 'role' | 'admin';

/** False when it was already over. From here on every token and signed URL of the session is dead. */
export async function endSessionIn(tx: Tx, sessionId: string, why: EndReason, now: Date): Promise<boolean> {
  const ended = await tx.session.updateMany({ where: { id: sessionId, revokedAt: null }, data: { revokedAt: now, revokedWhy: why } });
  return ended.count > 0;
}

/** All sessions of a user, but `keep`. */
export async function endSessionsOf(tx: Tx, userId: string, why: EndReason, now: Date, keep?: string): Promise<number> {
  const others = keep === undefined ? {} : { id: { not: keep } };
  const ended = await tx.session.updateMany({ where: { userId, revokedAt: null, ...others }, data: { revokedAt: now, revokedWhy: why } });
  return ended.count;
}

/** One-time codes and grants for a new password: those that are out count no more. */
export async function endGrantsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.code.updateMany({ where: { userId, purpose: { in: ['otp', 'reset'] }, usedAt: null }, data: { usedAt: now } });
}

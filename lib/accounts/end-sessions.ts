import 'server-only';
import { invalidate } from '@/lib/cache/invalidate';
import type { Tx } from '@/lib/database/client';

export type EndReason = 'logout' | 'everywhere' | 'device' | 'reuse' | 'password' | 'confirmed' | 'renewed' | 'upgrade' | 'deleted' | 'role' | 'admin' | 'email' | 'second-factor';

/** The server uses a session's file responses again for a few seconds; they go with any session that ends. */
const sessionsTag = 'sessions';

/** Ends the session, and with it its tokens and signed URLs; false when it had already ended. */
export async function endSessionIn(tx: Tx, sessionId: string, why: EndReason, now: Date): Promise<boolean> {
  const ended = await tx.session.updateMany({ where: { id: sessionId, revokedAt: null }, data: { revokedAt: now, revokedWhy: why } });
  if (ended.count > 0) invalidate(sessionsTag);
  return ended.count > 0;
}

/** Ends all sessions of a user except `except`; returns how many. */
export async function endSessionsOf(tx: Tx, userId: string, why: EndReason, now: Date, except?: string | readonly string[]): Promise<number> {
  const others = except === undefined ? {} : { id: { notIn: [except].flat() } };
  const ended = await tx.session.updateMany({ where: { userId, revokedAt: null, ...others }, data: { revokedAt: now, revokedWhy: why } });
  if (ended.count > 0) invalidate(sessionsTag);
  return ended.count;
}

/** Invalidates open one-time codes, grants for a new password and links to a new address. Links that restore an address outlive all of these. */
export async function endGrantsOf(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.code.updateMany({ where: { userId, purpose: { in: ['otp', 'reset', 'login', 'changeEmail'] }, usedAt: null }, data: { usedAt: now } });
}

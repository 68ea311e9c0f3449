import 'server-only';
import { auditRead } from '@/lib/accounts/audit';
import { assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { deviceName } from './device';

export interface SignedInDevice { sessionId: string; device: string | null; signedInAt: Date; lastSeenAt: Date; current: boolean }

/** The user's active sessions, the latest used first; at most 50. @throws Problem 401, 403 */
export async function listSessions(actor: MaybeActor, userId: string, now: Date): Promise<SignedInDevice[]> {
  assertSelf(actor, userId);
  await auditRead(await db(), { actor, userId, read: 'sessions' });
  return readSessions(actor, userId, now);
}

/** As `listSessions`, for administration, which has checked the permission and shows people on pages of its own. */
export async function readSessions(actor: Actor, userId: string, now: Date): Promise<SignedInDevice[]> {
  const client = await db();
  const sessions = await client.session.findMany({
    where: { userId, revokedAt: null, expiresAt: { gt: now } },
    orderBy: { lastSeenAt: 'desc' }, take: 50,
    select: { id: true, userAgent: true, signedInAt: true, lastSeenAt: true },
  });
  return sessions.map(({ id, userAgent, signedInAt, lastSeenAt }) => ({ sessionId: id, device: deviceName(userAgent), signedInAt, lastSeenAt, current: id === actor.sessionId }));
}

import 'server-only';
import { auditForOther } from '@/lib/accounts/audit';
import { endSessionIn, endSessionsOf, type EndReason } from '@/lib/accounts/end-sessions';
import { assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { recordSecurityEvent, type SecurityEvent } from '@/lib/accounts/security-events';
import { db, transaction, type Tx } from '@/lib/database/client';
import { notFound } from '@/lib/problem';
import { deviceName, type Device } from './device';

/** False when it was already over. */
export const endSession = async (sessionId: string, why: EndReason, now: Date): Promise<boolean> => endSessionIn(await db(), sessionId, why, now);

interface Ending { actor: MaybeActor; userId: string; device: Device; now: Date }

/** From the list of devices. Another person's session is 404. @throws Problem 401, 403, 404 */
export async function endSessionOf({ sessionId, ...ending }: Ending & { sessionId: string }): Promise<void> {
  const { actor, userId, now } = ending;
  assertSelf(actor, userId);
  await transaction(async (tx) => {
    const session = await tx.session.findFirst({ where: { id: sessionId, userId }, select: { userAgent: true } });
    if (!session || !(await endSessionIn(tx, sessionId, 'device', now))) throw notFound();
    const ended = deviceName(session.userAgent);
    await recordEnding(tx, 'session-ended', { ...ending, actor }, { sessions: 1, details: ended ? { ended } : {} });
  });
}

/** Ends every session of the user, the current one too. @throws Problem 401, 403 */
export async function endAllSessionsOf(ending: Ending): Promise<void> {
  const { actor, userId, now } = ending;
  assertSelf(actor, userId);
  await transaction(async (tx) => {
    const sessions = await endSessionsOf(tx, userId, 'everywhere', now);
    await recordEnding(tx, 'sessions-ended', { ...ending, actor }, { sessions });
  });
}

interface Ended { sessions: number; details?: Record<string, string> }

/** The owner does not read which device an administrator has. */
async function recordEnding(tx: Tx, event: SecurityEvent, { actor, userId, device, now }: Ending & { actor: Actor }, { sessions, details = {} }: Ended): Promise<void> {
  if (actor.userId === userId) return recordSecurityEvent(tx, { userId, event, device, now, details });
  await auditForOther(tx, { actor, userId, action: 'sessions.ended', detail: { ended: sessions } });
  await recordSecurityEvent(tx, { userId, event: 'sessions-ended-by-admin', device: null, now });
}

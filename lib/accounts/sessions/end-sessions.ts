import 'server-only';
import { auditForOther } from '@/lib/accounts/audit';
import { recordSecurityEvent, type SecurityEvent } from '@/lib/accounts/security-events';
import { invalidate } from '@/lib/cache/invalidate';
import { db, transaction, type Tx } from '@/lib/database/client';
import { type Actor, assertSameUserOrAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { type Device, deviceName } from './devices';

export const endSession = async (sessionId: string, why: EndReason, now: Date): Promise<boolean> =>
  revokeSession(await db(), sessionId, why, now);

interface EndSessionsInput {
  actor: MaybeActor;
  userId: string;
  device: Device;
  now: Date;
}

export async function endSessionOf({ sessionId, ...input }: EndSessionsInput & { sessionId: string }): Promise<void> {
  const { actor, userId, now } = input;
  assertSameUserOrAdmin(actor, userId);
  await transaction(async (tx) => {
    const session = await tx.session.findFirst({ where: { id: sessionId, userId }, select: { userAgent: true } });
    if (!session || !(await revokeSession(tx, sessionId, 'device', now))) throw notFound();
    const ended = deviceName(session.userAgent);
    await recordEnding(tx, 'session-ended', { ...input, actor }, { sessions: 1, details: ended ? { ended } : {} });
  });
}

export async function endAllSessionsOf(input: EndSessionsInput): Promise<void> {
  const { actor, userId, now } = input;
  assertSameUserOrAdmin(actor, userId);
  await transaction(async (tx) => {
    const sessions = await revokeSessions(tx, userId, 'everywhere', now);
    await recordEnding(tx, 'sessions-ended', { ...input, actor }, { sessions });
  });
}

interface EndedSessions {
  sessions: number;
  details?: Record<string, string>;
}

/** If an admin ended the sessions, hides the admin's device from the user. */
async function recordEnding(
  tx: Tx,
  event: SecurityEvent,
  { actor, userId, device, now }: EndSessionsInput & { actor: Actor },
  { sessions, details = {} }: EndedSessions,
): Promise<void> {
  if (actor.userId === userId) return recordSecurityEvent(tx, { userId, event, device, now, details });
  await auditForOther(tx, { actor, userId, action: 'sessions.ended', detail: { ended: sessions } });
  await recordSecurityEvent(tx, { userId, event: 'sessions-ended-by-admin', device: null, now });
}

export type EndReason =
  | 'logout'
  | 'everywhere'
  | 'device'
  | 'reuse'
  | 'password'
  | 'confirmed'
  | 'renewed'
  | 'upgrade'
  | 'deleted'
  | 'role'
  | 'admin'
  | 'email'
  | 'second-factor';

/** Tags file responses, which the server caches per session for a few seconds. Ending any session drops them all. */
const sessionsTag = 'sessions';

/** @returns false if the session had already ended */
export async function revokeSession(tx: Tx, sessionId: string, why: EndReason, now: Date): Promise<boolean> {
  const ended = await tx.session.updateMany({
    where: { id: sessionId, revokedAt: null },
    data: { revokedAt: now, revokedWhy: why },
  });
  if (ended.count > 0) invalidate(sessionsTag);
  return ended.count > 0;
}

export async function revokeSessions(
  tx: Tx,
  userId: string,
  why: EndReason,
  now: Date,
  except?: string | readonly string[],
): Promise<number> {
  const others = except === undefined ? {} : { id: { notIn: [except].flat() } };
  const ended = await tx.session.updateMany({
    where: { userId, revokedAt: null, ...others },
    data: { revokedAt: now, revokedWhy: why },
  });
  if (ended.count > 0) invalidate(sessionsTag);
  return ended.count;
}

/** Keeps `restoreEmail` links, because they must outlive all other codes. */
export async function revokeCodes(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.code.updateMany({
    where: { userId, purpose: { in: ['otp', 'reset', 'login', 'changeEmail'] }, usedAt: null },
    data: { usedAt: now },
  });
}

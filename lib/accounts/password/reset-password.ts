import { withAttemptLimit } from '@/lib/accounts/attempt-limit';
import { markOwnerProven } from '@/lib/accounts/confirm-email';
import { assertSessionActive, lockUser } from '@/lib/accounts/lock-user';
import { grantHash } from '@/lib/accounts/one-time-codes';
import { checkSecondFactor } from '@/lib/accounts/second-factor';
import { recordSecurityEvent, type SecurityEvent } from '@/lib/accounts/security-events';
import type { Device } from '@/lib/accounts/sessions/devices';
import { revokeCodes, revokeSessions } from '@/lib/accounts/sessions/end-sessions';
import { assertFreshSignIn } from '@/lib/accounts/sessions/fresh-sign-in';
import { createSession, type OpenedSession } from '@/lib/accounts/sessions/start-session';
import { db, transaction, type Tx } from '@/lib/database/client';
import type { Actor, MaybeActor } from '@/lib/permissions';
import { forbidden, Problem, unauthorized } from '@/lib/problem';
import { hashPassword } from './check-password';

export interface ResetPasswordInput {
  userId: string | undefined;
  password: string;
  resetToken: string | undefined;
  currentPassword: string | undefined;
  totp: string | undefined;
  actor: MaybeActor;
  device: Device;
  now: Date;
}

type ResetAuthorization = { userId: string } & ({ grantId: string } | { actor: Actor });

/** @throws Problem 401 without grant, session or second factor, 403 for another user, 403 `reauthenticate`, 429 */
export async function resetPassword(request: ResetPasswordInput): Promise<OpenedSession> {
  const authorization = request.resetToken
    ? await authorizeByGrant(request, request.resetToken)
    : await authorizeBySession(request);
  const totpAt = await requireSecondFactor(authorization, request);
  const passwordHash = await hashPassword(request.password);
  return transaction(async (tx) => {
    const before = await lockUser(tx, authorization.userId);
    await assertStillValid(tx, authorization, request.now);
    await tx.user.update({ where: { id: authorization.userId }, data: { passwordHash }, select: { id: true } });
    await revokeCodes(tx, authorization.userId, request.now);
    await revokeSessions(tx, authorization.userId, 'password', request.now);
    const event = eventOf(authorization, before?.passwordHash ?? null);
    await recordSecurityEvent(tx, { userId: authorization.userId, event, device: request.device, now: request.now });
    return createSession(tx, { userId: authorization.userId, totpAt }, request.device, request.now);
  });
}

function eventOf(authorization: ResetAuthorization, hashBefore: string | null): SecurityEvent {
  if (hashBefore === null) return 'password-set';
  return 'grantId' in authorization ? 'password-reset' : 'password-changed';
}

/** Spends the grant even if the caller tries to use it for another user (X29). */
async function authorizeByGrant(
  { userId, device, now }: ResetPasswordInput,
  token: string,
): Promise<ResetAuthorization> {
  const client = await db();
  const grant = await withAttemptLimit({ credential: 'grant', ip: device.ip, now }, () =>
    client.code.findFirst({
      where: { purpose: 'reset', hash: grantHash(token), usedAt: null, expiresAt: { gt: now } },
      select: { id: true, userId: true },
    }),
  );
  if (!grant) throw unauthorized();
  if (userId !== undefined && userId !== grant.userId) {
    await spendGrant(client, grant.id, now);
    throw forbidden();
  }
  return { userId: grant.userId, grantId: grant.id };
}

async function authorizeBySession({
  actor,
  userId,
  currentPassword,
  device,
  now,
}: ResetPasswordInput): Promise<ResetAuthorization> {
  if (!actor || actor.role === 'guest') throw unauthorized();
  if (userId !== undefined && userId !== actor.userId) throw forbidden();
  await assertFreshSignIn(actor, currentPassword, device, now);
  return { userId: actor.userId, actor };
}

/** Requires an enrolled second factor even from the mailbox's owner. A wrong code spends the grant. */
async function requireSecondFactor(
  authorization: ResetAuthorization,
  { totp, device, now }: ResetPasswordInput,
): Promise<Date | null> {
  const { userId } = authorization;
  if ('actor' in authorization && authorization.actor.totpAt) return authorization.actor.totpAt;
  const client = await db();
  const isEnrolled = (await client.user.count({ where: { id: userId, totpConfirmedAt: { not: null } } })) > 0;
  if (!isEnrolled) return null;
  if (totp && (await checkSecondFactor({ userId, typed: totp, device, now }))) return now;
  if (totp && 'grantId' in authorization) await spendGrant(client, authorization.grantId, now);
  throw new Problem(401, 'totp-required', { headers: { 'www-authenticate': 'Bearer' } });
}

/** Checks again under the lock, because the session or the grant may have ended. */
async function assertStillValid(tx: Tx, authorization: ResetAuthorization, now: Date): Promise<void> {
  if ('actor' in authorization) return assertSessionActive(tx, authorization.actor);
  if (!(await spendGrant(tx, authorization.grantId, now))) throw unauthorized();
  await markOwnerProven(tx, authorization.userId, now);
}

async function spendGrant(tx: Tx, grantId: string, now: Date): Promise<boolean> {
  const spent = await tx.code.updateMany({ where: { id: grantId, usedAt: null }, data: { usedAt: now } });
  return spent.count > 0;
}

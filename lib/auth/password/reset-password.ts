import 'server-only';
import { checkSecondFactor } from '@/lib/auth/totp/check-second-factor';
import { proveOwner } from '@/lib/accounts/confirm-address';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import { endGrantsOf, endSessionsOf } from '@/lib/accounts/end-sessions';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { grantHash } from '@/lib/auth/one-time-codes/one-time-code';
import { hashPassword } from '@/lib/auth/password/password-hash';
import { recordSecurityEvent, type SecurityEvent } from '@/lib/accounts/security-events';
import type { Actor, MaybeActor } from '@/lib/actor';
import { db, transaction, type Tx } from '@/lib/database/client';
import { forbidden, Problem, unauthorized } from '@/lib/problem';
import type { Device } from '@/lib/auth/sessions/device';
import { assertRecentProof } from '@/lib/auth/sessions/recent-proof';
import { startSessionIn, type OpenedSession } from '@/lib/auth/sessions/start-session';

export interface NewPassword {
  userId: string | undefined;
  password: string;
  resetToken: string | undefined;
  currentPassword: string | undefined;
  totp: string | undefined;
  actor: MaybeActor;
  device: Device;
  now: Date;
}

/** What permits setting the password (X05): a mailed code's grant, or a session. */
type Proof = { userId: string } & ({ grantId: string } | { actor: Actor });

/**
 * D5: sets the password, ends every session, code and grant of that user and opens a new session.
 * @throws Problem 401 without proof or second factor, 403 for another user, 403 `reauthenticate`, 429
 */
export async function resetPassword(request: NewPassword): Promise<OpenedSession> {
  const proof = request.resetToken ? await proofOfGrant(request, request.resetToken) : await proofOfSession(request);
  const totpAt = await secondFactor(proof, request);
  const passwordHash = await hashPassword(request.password);
  return transaction(async (tx) => {
    const before = await lockUser(tx, proof.userId);
    await assertStillValid(tx, proof, request.now);
    await tx.user.update({ where: { id: proof.userId }, data: { passwordHash }, select: { id: true } });
    await endGrantsOf(tx, proof.userId, request.now);
    await endSessionsOf(tx, proof.userId, 'password', request.now);
    const event = eventOf(proof, before?.passwordHash ?? null);
    await recordSecurityEvent(tx, { userId: proof.userId, event, device: request.device, now: request.now });
    return startSessionIn(tx, { userId: proof.userId, totpAt }, request.device, request.now);
  });
}

function eventOf(proof: Proof, hashBefore: string | null): SecurityEvent {
  if (hashBefore === null) return 'password-set';
  return 'grantId' in proof ? 'password-reset' : 'password-changed';
}

/** A grant shown for somebody else is spent (X29). */
async function proofOfGrant({ userId, device, now }: NewPassword, token: string): Promise<Proof> {
  const client = await db();
  const grant = await withAttemptLimit({ proof: 'grant', address: device.address, now }, () =>
    client.code.findFirst({
      where: { purpose: 'reset', hash: grantHash(token), usedAt: null, expiresAt: { gt: now } },
      select: { id: true, userId: true },
    }));
  if (!grant) throw unauthorized();
  if (userId !== undefined && userId !== grant.userId) {
    await spendGrant(client, grant.id, now);
    throw forbidden();
  }
  return { userId: grant.userId, grantId: grant.id };
}

async function proofOfSession({ actor, userId, currentPassword, device, now }: NewPassword): Promise<Proof> {
  if (!actor || actor.role === 'guest') throw unauthorized();
  if (userId !== undefined && userId !== actor.userId) throw forbidden();
  await assertRecentProof(actor, currentPassword, device, now);
  return { userId: actor.userId, actor };
}

/**
 * Access to the mailbox does not replace the second factor: where one is enrolled, its code is required here too. A wrong one spends the grant.
 * @returns when a second factor was shown, in this session or now; null where none is enrolled
 */
async function secondFactor(proof: Proof, { totp, device, now }: NewPassword): Promise<Date | null> {
  const { userId } = proof;
  if ('actor' in proof && proof.actor.totpAt) return proof.actor.totpAt;
  const client = await db();
  const isEnrolled = (await client.user.count({ where: { id: userId, totpConfirmedAt: { not: null } } })) > 0;
  if (!isEnrolled) return null;
  if (totp && (await checkSecondFactor({ userId, typed: totp, device, now }))) return now;
  if (totp && 'grantId' in proof) await spendGrant(client, proof.grantId, now);
  throw new Problem(401, 'totp-required', { headers: { 'www-authenticate': 'Bearer' } });
}

/** Checked after the lock: one grant sets one password, and the session may have ended meanwhile. */
async function assertStillValid(tx: Tx, proof: Proof, now: Date): Promise<void> {
  if ('actor' in proof) return assertSessionLives(tx, proof.actor);
  if (!(await spendGrant(tx, proof.grantId, now))) throw unauthorized();
  await proveOwner(tx, proof.userId, now);
}

async function spendGrant(tx: Tx, grantId: string, now: Date): Promise<boolean> {
  const spent = await tx.code.updateMany({ where: { id: grantId, usedAt: null }, data: { usedAt: now } });
  return spent.count > 0;
}

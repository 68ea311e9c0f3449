import 'server-only';
import { checkSecondFactor } from '@/lib/auth/totp/check-second-factor';
import { proveOwner } from '@/lib/accounts/confirm-address';
import { countedTry } from '@/lib/auth/one-time-codes/counted-try';
import { endGrantsOf, endSessionsOf } from '@/lib/accounts/end-sessions';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { grantHash } from '@/lib/auth/one-time-codes/one-time-code';
import { hashPassword } from '@/lib/auth/password/password-hash';
import { mailSecurityChange } from '@/lib/accounts/security-mail';
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

/** Who may set whose password (security.md X05): by a mailed code's grant, or by a session. */
type Proof = { userId: string } & ({ grantId: string } | { actor: Actor });

/**
 * Row D5: sets the password, ends every session, code and grant of that user and opens a new session.
 * @throws Problem 401 without proof or second factor, 403 for another user, 403 `reauthenticate`, 429
 */
export async function resetPassword(wish: NewPassword): Promise<OpenedSession> {
  const proof = wish.resetToken ? await proofOfGrant(wish, wish.resetToken) : await proofOfSession(wish);
  const totpAt = await secondFactor(proof, wish);
  const passwordHash = await hashPassword(wish.password);
  return transaction(async (tx) => {
    await lockUser(tx, proof.userId);
    await assertStillGood(tx, proof, wish.now);
    await tx.user.update({ where: { id: proof.userId }, data: { passwordHash }, select: { id: true } });
    await endGrantsOf(tx, proof.userId, wish.now);
    await endSessionsOf(tx, proof.userId, 'password', wish.now);
    await mailSecurityChange(tx, proof.userId, 'password-changed', wish.now);
    return startSessionIn(tx, { userId: proof.userId, totpAt }, wish.device, wish.now);
  });
}

async function proofOfGrant({ userId, device, now }: NewPassword, token: string): Promise<Proof> {
  const client = await db();
  const grant = await countedTry({ proof: 'grant', address: device.address, now }, () =>
    client.code.findFirst({
      where: { purpose: 'reset', hash: grantHash(token), usedAt: null, expiresAt: { gt: now }, user: { deletedAt: null } },
      select: { id: true, userId: true },
    }));
  if (!grant) throw unauthorized();
  if (userId !== undefined && userId !== grant.userId) throw forbidden();
  return { userId: grant.userId, grantId: grant.id };
}

async function proofOfSession({ actor, userId, currentPassword, device, now }: NewPassword): Promise<Proof> {
  if (!actor || actor.role === 'guest') throw unauthorized();
  if (userId !== undefined && userId !== actor.userId) throw forbidden();
  await assertRecentProof(actor, currentPassword, device, now);
  return { userId: actor.userId, actor };
}

/**
 * A mailbox alone is no way around the second factor: with one enrolled, its code is asked for here as well. A wrong one spends the grant.
 * @returns when a second factor was shown in this session, or just now; null where none is enrolled
 */
async function secondFactor(proof: Proof, { totp, device, now }: NewPassword): Promise<Date | null> {
  const { userId } = proof;
  if ('actor' in proof && proof.actor.totpAt) return proof.actor.totpAt;
  const client = await db();
  const isEnrolled = (await client.user.count({ where: { id: userId, totpConfirmedAt: { not: null } } })) > 0;
  if (!isEnrolled) return null;
  if (totp && (await checkSecondFactor({ userId, typed: totp, address: device.address, now }))) return now;
  if (totp && 'grantId' in proof) await spendGrant(client, proof.grantId, now);
  throw new Problem(401, 'totp-required', { headers: { 'www-authenticate': 'Bearer' } });
}

/** Asked after the lock: of several at once with one grant, or of a session that was ended meanwhile, only one is right. */
async function assertStillGood(tx: Tx, proof: Proof, now: Date): Promise<void> {
  if ('actor' in proof) return assertSessionLives(tx, proof.actor);
  if (!(await spendGrant(tx, proof.grantId, now))) throw unauthorized();
  await proveOwner(tx, proof.userId, now);
}

async function spendGrant(tx: Tx, grantId: string, now: Date): Promise<boolean> {
  const spent = await tx.code.updateMany({ where: { id: grantId, usedAt: null }, data: { usedAt: now } });
  return spent.count > 0;
}

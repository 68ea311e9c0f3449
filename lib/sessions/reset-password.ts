import 'server-only';
import { verifyPassword, hashPassword } from '@/lib/accounts/password-hash';
import { assertAddressMayTry, countFailedAddress, forgetLoginTries, takeLoginTry } from '@/lib/accounts/login-tries';
import { grantHash } from '@/lib/accounts/one-time-code';
import { spendSecondFactor } from '@/lib/accounts/totp';
import type { Actor, MaybeActor } from '@/lib/actor';
import { db, transaction, type Tx } from '@/lib/db';
import { forbidden, Problem, unauthorized } from '@/lib/problem';
import type { Device } from './device';
import { endSessionsOf } from './end-session';
import { startSessionIn, type OpenedSession } from './start-session';

const recentMilliseconds = 10 * 60 * 1000;

export type NewPassword = {
  userId: string | undefined;
  password: string;
  resetToken: string | undefined;
  currentPassword: string | undefined;
  totp: string | undefined;
  actor: MaybeActor;
  device: Device;
  now: Date;
};

/** Who may set whose password (security.md X05), and with what second factor already shown. */
type Proof = { userId: string; grantId: string | null; totpAt: Date | null };

/**
 * Row D5: sets the password, ends every session of that user and opens a new one.
 * @throws Problem 401 without proof, 403 for another user, 403 `reauthenticate`, 429
 */
export async function resetPassword(wish: NewPassword): Promise<OpenedSession> {
  const proof = wish.resetToken ? await proofOfGrant(wish, wish.resetToken) : await proofOfSession(wish);
  const passwordHash = await hashPassword(wish.password);
  return transaction(async (tx) => {
    if (proof.grantId) await spendGrant(tx, proof.grantId, wish.now);
    const totpAt = proof.totpAt ?? (await secondFactor(tx, proof.userId, wish));
    await tx.user.update({ where: { id: proof.userId }, data: { passwordHash }, select: { id: true } });
    await endSessionsOf(tx, proof.userId, 'password', wish.now);
    return startSessionIn(tx, { userId: proof.userId, totpAt }, wish.device, wish.now);
  });
}

async function proofOfGrant({ userId, now }: NewPassword, token: string): Promise<Proof> {
  const client = await db();
  const grant = await client.code.findFirst({
    where: { purpose: 'reset', hash: grantHash(token), usedAt: null, expiresAt: { gt: now }, user: { deletedAt: null } },
    select: { id: true, userId: true },
  });
  if (!grant) throw unauthorized();
  if (userId !== undefined && userId !== grant.userId) throw forbidden();
  return { userId: grant.userId, grantId: grant.id, totpAt: null };
}

async function proofOfSession({ actor, userId, currentPassword, device, now }: NewPassword): Promise<Proof> {
  if (!actor || actor.role === 'guest') throw unauthorized();
  if (userId !== undefined && userId !== actor.userId) throw forbidden();
  const recent = now.getTime() - actor.signedInAt.getTime() <= recentMilliseconds;
  if (!recent && !(currentPassword && (await isPasswordOf(actor, currentPassword, device, now)))) throw forbidden('reauthenticate');
  return { userId: actor.userId, grantId: null, totpAt: actor.totpAt };
}

/** The same limits as at sign-in: this is a place to guess a password, too. */
async function isPasswordOf(actor: Actor, password: string, device: Device, now: Date): Promise<boolean> {
  await assertAddressMayTry(device.address, now);
  await takeLoginTry(actor.email ?? actor.userId, now);
  const client = await db();
  const user = await client.user.findUnique({ where: { id: actor.userId }, select: { passwordHash: true } });
  const right = await verifyPassword(user?.passwordHash ?? null, password);
  if (right) await forgetLoginTries(actor.email ?? actor.userId);
  else await countFailedAddress(device.address, now);
  return right;
}

/** A grant works once, whoever else holds it at the same moment. */
async function spendGrant(tx: Tx, grantId: string, now: Date): Promise<void> {
  const spent = await tx.code.updateMany({ where: { id: grantId, usedAt: null }, data: { usedAt: now } });
  if (spent.count === 0) throw unauthorized();
}

/** A mailbox alone must not be a way around the second factor: with one enrolled, its code is asked for here as well. */
async function secondFactor(tx: Tx, userId: string, { totp, now }: NewPassword): Promise<Date | null> {
  const user = await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, totpSecret: true, totpConfirmedAt: true } });
  if (user.totpConfirmedAt === null) return null;
  if (totp && (await spendSecondFactor(tx, user, totp, now))) return now;
  throw new Problem(401, 'totp-required', { headers: { 'www-authenticate': 'Bearer' } });
}

import 'server-only';
import { hashPassword } from '@/lib/accounts/password-hash';
import { grantHash } from '@/lib/accounts/one-time-code';
import { spendSecondFactor } from '@/lib/accounts/totp';
import type { MaybeActor } from '@/lib/actor';
import { db, transaction, type Tx } from '@/lib/db';
import { forbidden, Problem, unauthorized } from '@/lib/problem';
import type { Device } from './device';
import { endSessionsOf } from './end-session';
import { assertRecentProof } from './recent-proof';
import { startSessionIn, type OpenedSession } from './start-session';

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
  await assertRecentProof(actor, currentPassword, device, now);
  return { userId: actor.userId, grantId: null, totpAt: actor.totpAt };
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

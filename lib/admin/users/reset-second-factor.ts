import 'server-only';
import { writeAudit } from '@/lib/accounts/audit';
import { endGrantsOf, endSessionsOf } from '@/lib/accounts/end-sessions';
import { lockAdministrators, lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { transaction, type Tx } from '@/lib/database/client';
import { forbidden, notFound, Problem } from '@/lib/problem';
import { fail, ok, type Result } from '@/lib/result';
import { cleanCode } from '@/lib/single-line';
import { userFields, userRowOf, type UserRow } from './users';

interface Asked { userId: string; reason: string; now: Date }

/**
 * Rows O9, D12: for a learner who lost authenticator, recovery codes and passkeys. That of administrators and editors is reset by the operator's
 * command only (decision 170).
 * @throws Problem 401, 403 (`step-up`), 404, 409 `staff-second-factor`, `no-second-factor`
 */
export async function resetSecondFactor(actor: MaybeActor, { userId, reason, now }: Asked): Promise<UserRow> {
  assertAdmin(actor, { stepUp: true, now });
  return transaction(async (tx) => {
    // One after the other with changes of roles: the learner may become an administrator meanwhile, and this administrator a learner.
    if (!(await lockAdministrators(tx)).includes(actor.userId)) throw forbidden();
    const locked = await lockUser(tx, userId);
    const user = locked && (await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { role: true } }));
    if (!user || user.role === 'guest') throw notFound();
    if (user.role !== 'learner') throw new Problem(409, 'staff-second-factor');
    if ((await removeSecondFactor(tx, userId, now)) === null) throw new Problem(409, 'no-second-factor');
    await writeAudit(tx, { actor, action: 'second-factor.reset', subject: `user:${userId}`, detail: { reason } });
    return userRowOf(await tx.user.findUniqueOrThrow({ where: { id: userId }, select: userFields }));
  });
}

/** `npm run admin -- <email> --reset-second-factor`, for whatever role. @returns how many sessions ended */
export async function resetSecondFactorByCommand(email: string, now: Date): Promise<Result<{ endedSessions: number }, 'unknown-account' | 'no-second-factor'>> {
  return transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email: cleanCode(email).toLowerCase() }, select: { id: true } });
    if (!user || !(await lockUser(tx, user.id))) return fail('unknown-account');
    const endedSessions = await removeSecondFactor(tx, user.id, now);
    if (endedSessions === null) return fail('no-second-factor');
    await writeAudit(tx, { actor: null, action: 'second-factor.reset', subject: `user:${user.id}`, detail: { by: 'command line' } });
    return ok({ endedSessions });
  });
}

/** Sessions end with what they have shown; open codes and grants too. Call under the user's lock. @returns how many sessions ended; null where there is no second factor */
async function removeSecondFactor(tx: Tx, userId: string, now: Date): Promise<number | null> {
  const isFactored = { OR: [{ totpConfirmedAt: { not: null } }, { passkeys: { some: {} } }] };
  if ((await tx.user.count({ where: { id: userId, ...isFactored } })) === 0) return null;
  await tx.user.update({
    where: { id: userId }, data: { totpSecret: null, totpConfirmedAt: null, totpLastStep: null, recoveryCodes: { deleteMany: {} }, passkeys: { deleteMany: {} } }, select: { id: true },
  });
  const endedSessions = await endSessionsOf(tx, userId, 'second-factor', now);
  await endGrantsOf(tx, userId, now);
  await recordSecurityEvent(tx, { userId, event: 'second-factor-reset', device: null, now });
  return endedSessions;
}

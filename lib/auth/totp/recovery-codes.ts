import 'server-only';
import { randomBytes } from 'node:crypto';
import { writeAudit } from '@/lib/accounts/audit';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { assertLearner, hasFreshSecondFactor, type Actor, type MaybeActor } from '@/lib/actor';
import type { Device } from '@/lib/auth/sessions/device';
import { db, transaction, type Tx } from '@/lib/database/client';
import { forbidden, Problem } from '@/lib/problem';
import { recoveryCodeHash } from './totp';

const codesAtOnce = 10;

/** Ten letters and digits without l, o, 0 and 1: 50 bits. */
function newRecoveryCode(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const text = [...randomBytes(10)].map((byte) => alphabet[byte % 32]).join('');
  return text.replace(/^.{5}/, '$&-');
}

/** The only time that the codes are known: hashes are stored. Those from before stop. Call under the user's lock. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: codesAtOnce }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, hash: recoveryCodeHash(userId, code) })) });
  return codes;
}

const notEnrolled = () => new Problem(409, 'totp-enrol');

/** How many the person has left. */
export const countRecoveryCodes = async ({ userId }: Actor): Promise<number> => (await db()).recoveryCode.count({ where: { userId, usedAt: null } });

/** For what changes a second factor that is on. @throws Problem 401, 403 `step-up`, 409 `totp-enrol` */
export function assertMayChangeFactor(actor: MaybeActor, now: Date): asserts actor is Actor {
  assertLearner(actor);
  if (!actor.totpEnrolled) throw notEnrolled();
  if (!hasFreshSecondFactor(actor, now)) throw forbidden('step-up');
}

interface Renewal { actor: MaybeActor; device: Device; now: Date }

/** D12: ten new codes for those that were used or lost. @throws Problem 401, 403 `step-up`, 409 `totp-enrol` */
export async function renewRecoveryCodes({ actor, device, now }: Renewal): Promise<{ recoveryCodes: string[] }> {
  assertMayChangeFactor(actor, now);
  const { userId } = actor;
  return transaction(async (tx) => {
    const locked = await lockUser(tx, userId);
    await assertSessionLives(tx, actor);
    if (!locked?.totpConfirmedAt) throw notEnrolled();
    const recoveryCodes = await replaceRecoveryCodes(tx, userId);
    await writeAudit(tx, { actor, action: 'recovery-codes.replaced', subject: `user:${userId}` });
    await recordSecurityEvent(tx, { userId, event: 'recovery-codes-replaced', device, now });
    return { recoveryCodes };
  });
}

import { randomBytes } from 'node:crypto';
import { verifySync } from 'otplib';
import { type Device, knownDeviceName } from '@/lib/accounts/sessions/devices';
import { hmacOf, unseal } from '@/lib/config/secrets';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { foldDigits } from '@/lib/numbers';
import { type Actor, assertLearner, hasFreshSecondFactor, type MaybeActor } from '@/lib/permissions';
import { forbidden, Problem } from '@/lib/problem';
import { cleanCode } from '@/lib/text';
import { withAttemptLimit } from './attempt-limit';
import { writeAudit } from './audit';
import { assertSessionActive, lockUser } from './lock-user';
import { recordSecurityEvent, type SecurityEvent } from './security-events';

interface CheckSecondFactorInput {
  userId: string;
  typed: string;
  device: Device;
  now: Date;
}

/** @returns false if the code is wrong or used, or no second factor is enrolled. @throws Problem 429 */
export async function checkSecondFactor(input: CheckSecondFactorInput): Promise<boolean> {
  const { userId, device, now } = input;
  const attempt = { credential: 'second-factor', account: userId, ip: device.ip, now } as const;
  const right = await withAttemptLimit(
    attempt,
    () => spendForUser(input),
    () => transaction((tx) => recordUse(tx, input, 'second-factor-locked')),
  );
  return right !== null;
}

async function spendForUser(input: CheckSecondFactorInput): Promise<true | null> {
  const client = await db();
  const user = await client.user.findFirst({
    where: { id: input.userId, totpConfirmedAt: { not: null } },
    select: { id: true, totpSecret: true },
  });
  if (!user) return null;
  return transaction(async (tx) => {
    const spent = await spendSecondFactor(tx, user, input.typed, input.now);
    if (spent === 'recovery-code') await recordUse(tx, input, 'recovery-code-used');
    return spent ? true : null;
  });
}

const recordUse = (tx: Tx, { userId, device, now }: CheckSecondFactorInput, event: SecurityEvent): Promise<void> =>
  recordSecurityEvent(tx, {
    userId,
    event,
    device,
    now,
    mailData: { device: knownDeviceName(device.userAgent) ?? 'unknown' },
  });

const stepSeconds = 30;

/** Accepts digits of any script, with spaces. */
const codeOf = (typed: string): string => foldDigits(cleanCode(typed)).replace(/\s/g, '');

const codeFormat = /^\d{6}$/;

export function stepOfCode(secret: string, typed: string, now: Date): number | null {
  const token = codeOf(typed);
  if (!codeFormat.test(token)) return null;
  const epoch = Math.floor(now.getTime() / 1000);
  const result = verifySync({ secret, token, epoch, epochTolerance: stepSeconds });
  return result.valid ? Math.floor(epoch / stepSeconds) + result.delta : null;
}

const recoveryCodeHash = (userId: string, code: string): string =>
  hmacOf('recovery-code', `${userId}:${code.toLowerCase().replace(/[^a-z0-9]/g, '')}`);

interface EnrolledUser {
  id: string;
  totpSecret: string | null;
}

type SpentFactor = 'authenticator' | 'recovery-code';

/** @returns null for a wrong or used code */
export async function spendSecondFactor(
  tx: Tx,
  user: EnrolledUser,
  typed: string,
  now: Date,
): Promise<SpentFactor | null> {
  const secret = user.totpSecret === null ? null : unseal('totp', user.totpSecret);
  const code = codeOf(typed);
  if (secret !== null && codeFormat.test(code)) {
    const step = stepOfCode(secret, code, now);
    if (step === null) return null;
    const fresh = await tx.user.updateMany({
      where: {
        id: user.id,
        totpSecret: user.totpSecret,
        totpConfirmedAt: { not: null },
        OR: [{ totpLastStep: null }, { totpLastStep: { lt: step } }],
      },
      data: { totpLastStep: step },
    });
    return fresh.count === 1 ? 'authenticator' : null;
  }
  const spent = await tx.recoveryCode.updateMany({
    where: { userId: user.id, hash: recoveryCodeHash(user.id, code), usedAt: null },
    data: { usedAt: now },
  });
  return spent.count === 1 ? 'recovery-code' : null;
}

const recoveryCodeCount = 10;

/** Ten characters without l, o, 0 and 1: 50 bits. */
function newRecoveryCode(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
  const text = [...randomBytes(10)].map((byte) => alphabet[byte % 32]).join('');
  return text.replace(/^.{5}/, '$&-');
}

/** The caller must hold the user's lock. */
export async function replaceRecoveryCodes(tx: Tx, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.recoveryCode.deleteMany({ where: { userId } });
  await tx.recoveryCode.createMany({ data: codes.map((code) => ({ userId, hash: recoveryCodeHash(userId, code) })) });
  return codes;
}

export const secondFactorCondition = {
  OR: [{ totpConfirmedAt: { not: null } }, { passkeys: { some: {} } }],
} satisfies Prisma.UserWhereInput;

const notEnrolledProblem = () => new Problem(409, 'totp-enrol');

export const countRecoveryCodes = async ({ userId }: Actor): Promise<number> =>
  (await db()).recoveryCode.count({ where: { userId, usedAt: null } });

export function assertMayChangeFactor(actor: MaybeActor, now: Date): asserts actor is Actor {
  assertLearner(actor);
  if (!actor.totpEnrolled) throw notEnrolledProblem();
  if (!hasFreshSecondFactor(actor, now)) throw forbidden('step-up');
}

interface RenewCodesInput {
  actor: MaybeActor;
  device: Device;
  now: Date;
}

/** @throws Problem 401, 403 `step-up`, 409 `totp-enrol` */
export async function renewRecoveryCodes({
  actor,
  device,
  now,
}: RenewCodesInput): Promise<{ recoveryCodes: string[] }> {
  assertMayChangeFactor(actor, now);
  const { userId } = actor;
  return transaction(async (tx) => {
    const locked = await lockUser(tx, userId);
    await assertSessionActive(tx, actor);
    if (!locked?.totpConfirmedAt) throw notEnrolledProblem();
    const recoveryCodes = await replaceRecoveryCodes(tx, userId);
    await writeAudit(tx, { actor, action: 'recovery-codes.replaced', subject: `user:${userId}` });
    await recordSecurityEvent(tx, { userId, event: 'recovery-codes-replaced', device, now });
    return { recoveryCodes };
  });
}

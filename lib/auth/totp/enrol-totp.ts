import 'server-only';
import { authenticator } from 'otplib';
import { checkSecondFactor } from '@/lib/auth/totp/check-second-factor';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import { endSessionsOf } from '@/lib/accounts/end-sessions';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { replaceRecoveryCodes } from '@/lib/auth/totp/recovery-codes';
import { stepOfCode } from '@/lib/auth/totp/totp';
import { assertLearner, type Actor, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { config } from '@/lib/config/config';
import { db, transaction } from '@/lib/database/client';
import { forbidden, Problem } from '@/lib/problem';
import { open, seal } from '@/lib/config/secrets';
import type { Device } from '@/lib/auth/sessions/device';
import { assertRecentProof, assertSecondFactorShown } from '@/lib/auth/sessions/recent-proof';

export const wrongCode = () => new Problem(422, 'totp-wrong');
const enrolled = () => new Problem(409, 'totp-enrolled');

interface Enrolment { actor: MaybeActor; currentPassword?: string | undefined; device: Device; now: Date }

/** A fresh proof, and a passkey where the account has one. @throws Problem 401, 403 `reauthenticate`, `step-up`, 409 when enrolled, 429 */
async function assertMayEnrol({ actor, currentPassword, device, now }: Enrolment): Promise<Actor> {
  assertLearner(actor);
  if (actor.totpEnrolled) throw enrolled();
  await assertRecentProof(actor, currentPassword, device, now);
  await assertSecondFactorShown(await db(), actor, now);
  return actor;
}

/** The secret is active only after `confirmTotp`; until then a further call replaces it. @throws as `assertMayEnrol` */
export async function enrolTotp(enrolment: Enrolment): Promise<{ secret: string; otpauthUrl: string }> {
  const actor = await assertMayEnrol(enrolment);
  const secret = authenticator.generateSecret(20);
  const client = await db();
  const stored = await client.user.updateMany({ where: { id: actor.userId, totpConfirmedAt: null }, data: { totpSecret: seal('totp', secret) } });
  if (stored.count === 0) throw enrolled();
  return { secret, otpauthUrl: otpauthUrlOf(actor, secret) };
}

/** What an authenticator app reads from the QR code. */
export const otpauthUrlOf = ({ email, userId }: Actor, secret: string): string => authenticator.keyuri(email ?? userId, new URL(config().siteUrl).hostname, secret);

/** The other sessions of the account end: none of them showed the second factor. @throws as `assertMayEnrol`, 409 when not begun, 422 wrong code */
export async function confirmTotp({ typed, ...enrolment }: Enrolment & { typed: string }): Promise<{ recoveryCodes: string[] }> {
  const actor = await assertMayEnrol(enrolment);
  const { device, now } = enrolment;
  const shown = await withAttemptLimit({ proof: 'second-factor', account: actor.userId, address: device.address, now }, () => findUnconfirmed(actor.userId, typed, now));
  if (shown === null) throw wrongCode();
  return transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    await assertSessionLives(tx, actor);
    // The secret that the code belongs to, not one that was created meanwhile.
    const confirmed = await tx.user.updateMany({
      where: { id: actor.userId, totpConfirmedAt: null, totpSecret: shown.totpSecret }, data: { totpConfirmedAt: now, totpLastStep: shown.step },
    });
    if (confirmed.count === 0) throw enrolled();
    const recoveryCodes = await replaceRecoveryCodes(tx, actor.userId);
    await tx.session.update({ where: { id: actor.sessionId }, data: { totpAt: now }, select: { id: true } });
    await endSessionsOf(tx, actor.userId, 'second-factor', now, actor.sessionId);
    await writeAudit(tx, { actor, action: 'totp.enrolled', subject: `user:${actor.userId}` });
    await recordSecurityEvent(tx, { userId: actor.userId, event: 'second-factor-on', device, now });
    return { recoveryCodes };
  });
}

async function findUnconfirmed(userId: string, typed: string, now: Date): Promise<{ totpSecret: string; step: number } | null> {
  const client = await db();
  const user = await client.user.findUnique({ where: { id: userId }, select: { totpSecret: true } });
  const secret = user?.totpSecret ? open('totp', user.totpSecret) : null;
  if (!user?.totpSecret || secret === null) throw new Problem(409, 'totp-enrol');
  const step = stepOfCode(secret, typed, now);
  return step === null ? null : { totpSecret: user.totpSecret, step };
}

/** The step-up of an administrator, valid for ten minutes. @throws Problem 401, 403 `totp-enrol`, 422 wrong code, 429 */
export async function verifyTotp(actor: MaybeActor, typed: string, device: Device, now: Date): Promise<void> {
  assertLearner(actor);
  if (!actor.totpEnrolled) throw forbidden('totp-enrol');
  if (!(await checkSecondFactor({ userId: actor.userId, typed, device, now }))) throw wrongCode();
  const client = await db();
  await client.session.updateMany({ where: { id: actor.sessionId, revokedAt: null }, data: { totpAt: now } });
}

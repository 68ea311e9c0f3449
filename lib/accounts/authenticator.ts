import { generateSecret, generateURI } from 'otplib';
import { z } from 'zod';
import type { Device } from '@/lib/accounts/sessions/devices';
import { revokeSessions } from '@/lib/accounts/sessions/end-sessions';
import { assertFreshSecondFactor, assertFreshSignIn } from '@/lib/accounts/sessions/fresh-sign-in';
import { addSeconds } from '@/lib/clock';
import { config } from '@/lib/config/config';
import { seal, unseal } from '@/lib/config/secrets';
import { db, transaction } from '@/lib/database/client';
import { type Actor, assertLearner, type MaybeActor } from '@/lib/permissions';
import { forbidden, Problem } from '@/lib/problem';
import { withAttemptLimit } from './attempt-limit';
import { writeAudit } from './audit';
import { assertSessionActive, lockUser } from './lock-user';
import { assertMayChangeFactor, checkSecondFactor, replaceRecoveryCodes, stepOfCode } from './second-factor';
import { recordSecurityEvent } from './security-events';

const wrongCodeProblem = () => new Problem(422, 'totp-wrong');
const alreadyEnrolledProblem = () => new Problem(409, 'totp-enrolled');

interface EnrolTotpInput {
  actor: MaybeActor;
  currentPassword?: string | undefined;
  device: Device;
  now: Date;
}

/** @throws Problem 401, 403 `reauthenticate`, `step-up`, 409 if enrolled, 429 */
async function assertMayEnrol({ actor, currentPassword, device, now }: EnrolTotpInput): Promise<Actor> {
  assertLearner(actor);
  if (actor.totpEnrolled) throw alreadyEnrolledProblem();
  await assertFreshSignIn(actor, currentPassword, device, now);
  await assertFreshSecondFactor(await db(), actor, now);
  return actor;
}

/** Stores a secret that stays inactive until `confirmTotp`. @throws as `assertMayEnrol` */
export async function enrolTotp(enrolment: EnrolTotpInput): Promise<{ secret: string; otpauthUrl: string }> {
  const actor = await assertMayEnrol(enrolment);
  const secret = generateSecret();
  const client = await db();
  const stored = await client.user.updateMany({
    where: { id: actor.userId, totpConfirmedAt: null },
    data: { totpSecret: seal('totp', secret) },
  });
  if (stored.count === 0) throw alreadyEnrolledProblem();
  return { secret, otpauthUrl: buildOtpauthUrl(actor, secret) };
}

const buildOtpauthUrl = ({ email, userId }: Actor, secret: string): string =>
  generateURI({ issuer: new URL(config().siteUrl).hostname, label: email ?? userId, secret });

/** Ends the user's other sessions. @throws as `assertMayEnrol`, 409 without a secret, 422 wrong code */
export async function confirmTotp({
  typed,
  ...enrolment
}: EnrolTotpInput & { typed: string }): Promise<{ recoveryCodes: string[] }> {
  const actor = await assertMayEnrol(enrolment);
  const { device, now } = enrolment;
  const match = await withAttemptLimit({ credential: 'second-factor', account: actor.userId, ip: device.ip, now }, () =>
    matchUnconfirmedSecret(actor.userId, typed, now),
  );
  if (match === null) throw wrongCodeProblem();
  return transaction(async (tx) => {
    await lockUser(tx, actor.userId);
    await assertSessionActive(tx, actor);
    // Another call may have replaced the secret since the code was checked.
    const confirmed = await tx.user.updateMany({
      where: { id: actor.userId, totpConfirmedAt: null, totpSecret: match.totpSecret },
      data: { totpConfirmedAt: now, totpLastStep: match.step },
    });
    if (confirmed.count === 0) throw alreadyEnrolledProblem();
    const recoveryCodes = await replaceRecoveryCodes(tx, actor.userId);
    await tx.session.update({ where: { id: actor.sessionId }, data: { totpAt: now }, select: { id: true } });
    await revokeSessions(tx, actor.userId, 'second-factor', now, actor.sessionId);
    await writeAudit(tx, { actor, action: 'totp.enrolled', subject: `user:${actor.userId}` });
    await recordSecurityEvent(tx, { userId: actor.userId, event: 'second-factor-on', device, now });
    return { recoveryCodes };
  });
}

async function matchUnconfirmedSecret(
  userId: string,
  typed: string,
  now: Date,
): Promise<{ totpSecret: string; step: number } | null> {
  const client = await db();
  const user = await client.user.findUnique({ where: { id: userId }, select: { totpSecret: true } });
  const secret = user?.totpSecret ? unseal('totp', user.totpSecret) : null;
  if (!user?.totpSecret || secret === null) throw new Problem(409, 'totp-enrol');
  const step = stepOfCode(secret, typed, now);
  return step === null ? null : { totpSecret: user.totpSecret, step };
}

/** @throws Problem 401, 403 `totp-enrol`, 422 wrong code, 429 */
export async function verifyTotp(actor: MaybeActor, typed: string, device: Device, now: Date): Promise<void> {
  assertLearner(actor);
  if (!actor.totpEnrolled) throw forbidden('totp-enrol');
  if (!(await checkSecondFactor({ userId: actor.userId, typed, device, now }))) throw wrongCodeProblem();
  const client = await db();
  await client.session.updateMany({ where: { id: actor.sessionId, revokedAt: null }, data: { totpAt: now } });
}

const lifetimeSeconds = 600;

/** Content of the sealed `setupToken`. The old secret stays valid until the user confirms the new one. */
const authenticatorChangeSchema = z.object({
  secret: z.string(),
  /** The secret to replace. Of two parallel changes, the one confirmed first wins. */
  replaces: z.string(),
  sessionId: z.string(),
  /** Unix time in milliseconds. */
  until: z.number(),
});
type AuthenticatorChange = z.infer<typeof authenticatorChangeSchema>;

interface AuthenticatorSetup {
  secret: string;
  otpauthUrl: string;
  setupToken: string;
}

/** @throws Problem 401, 403 `step-up`, 409 `totp-enrol` */
export async function beginAuthenticatorChange(actor: MaybeActor, now: Date): Promise<AuthenticatorSetup> {
  assertMayChangeFactor(actor, now);
  const client = await db();
  const { totpSecret } = await client.user.findUniqueOrThrow({
    where: { id: actor.userId },
    select: { totpSecret: true },
  });
  const secret = generateSecret();
  const change: AuthenticatorChange = {
    secret,
    replaces: totpSecret ?? '',
    sessionId: actor.sessionId,
    until: addSeconds(now, lifetimeSeconds).getTime(),
  };
  return {
    secret,
    otpauthUrl: buildOtpauthUrl(actor, secret),
    setupToken: seal('totp-change', JSON.stringify(change)),
  };
}

function readChange(setupToken: string, sessionId: string, now: Date): AuthenticatorChange {
  const text = unseal('totp-change', setupToken);
  const { success, data } = authenticatorChangeSchema.safeParse(text === null ? null : JSON.parse(text));
  if (!success || data.sessionId !== sessionId || data.until <= now.getTime()) throw new Problem(409, 'setup-expired');
  return data;
}

interface ConfirmChangeInput {
  actor: MaybeActor;
  typed: string;
  setupToken: string;
  device: Device;
  now: Date;
}

/** Ends all other sessions. @throws Problem 401, 403 `step-up`, 409 `totp-enrol`, `setup-expired`, 422, 429 */
export async function confirmAuthenticatorChange({
  actor,
  typed,
  setupToken,
  device,
  now,
}: ConfirmChangeInput): Promise<void> {
  assertMayChangeFactor(actor, now);
  const { userId, sessionId } = actor;
  const { secret, replaces } = readChange(setupToken, sessionId, now);
  const step = await withAttemptLimit({ credential: 'second-factor', account: userId, ip: device.ip, now }, () =>
    Promise.resolve(stepOfCode(secret, typed, now)),
  );
  if (step === null) throw wrongCodeProblem();
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertSessionActive(tx, actor);
    // Update the time too, because restoring an old address removes second factors added since (decision 105).
    const changed = await tx.user.updateMany({
      where: { id: userId, totpConfirmedAt: { not: null }, totpSecret: replaces },
      data: { totpSecret: seal('totp', secret), totpConfirmedAt: now, totpLastStep: step },
    });
    if (changed.count === 0) throw new Problem(409, 'setup-expired');
    await tx.session.update({ where: { id: sessionId }, data: { totpAt: now }, select: { id: true } });
    await revokeSessions(tx, userId, 'second-factor', now, sessionId);
    await writeAudit(tx, { actor, action: 'authenticator.changed', subject: `user:${userId}` });
    await recordSecurityEvent(tx, { userId, event: 'authenticator-changed', device, now });
  });
}

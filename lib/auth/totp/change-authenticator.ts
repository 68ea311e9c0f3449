import 'server-only';
import { authenticator } from 'otplib';
import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { endSessionsOf } from '@/lib/accounts/end-sessions';
import { assertSessionLives, lockUser } from '@/lib/accounts/lock-user';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import type { MaybeActor } from '@/lib/actor';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import type { Device } from '@/lib/auth/sessions/device';
import { addSeconds } from '@/lib/clock';
import { open, seal } from '@/lib/config/secrets';
import { db, transaction } from '@/lib/database/client';
import { Problem } from '@/lib/problem';
import { otpauthUrlOf, wrongCode } from './enrol-totp';
import { assertMayChangeFactor } from './recovery-codes';
import { stepOfCode } from './totp';

const lifetimeSeconds = 600;

/** A change that was begun, in the token that its page sends back: until the new secret is confirmed the old one alone counts, so none of this is stored. */
const begun = z.object({
  secret: z.string(),
  /** The stored secret that it replaces: of two changes, the first to be confirmed counts. */
  replaces: z.string(),
  sessionId: z.string(),
  /** Milliseconds. */
  until: z.number(),
});
type Begun = z.infer<typeof begun>;

export interface BegunChange { secret: string; otpauthUrl: string; setupToken: string }

/** D12: a secret for another app or telephone. @throws Problem 401, 403 `step-up`, 409 `totp-enrol` */
export async function beginAuthenticatorChange(actor: MaybeActor, now: Date): Promise<BegunChange> {
  assertMayChangeFactor(actor, now);
  const client = await db();
  const { totpSecret } = await client.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { totpSecret: true } });
  const secret = authenticator.generateSecret(20);
  const change: Begun = { secret, replaces: totpSecret ?? '', sessionId: actor.sessionId, until: addSeconds(now, lifetimeSeconds).getTime() };
  return { secret, otpauthUrl: otpauthUrlOf(actor, secret), setupToken: seal('totp-change', JSON.stringify(change)) };
}

/** @throws Problem 409 `setup-expired` */
function readChange(setupToken: string, sessionId: string, now: Date): Begun {
  const text = open('totp-change', setupToken);
  const { success, data } = begun.safeParse(text === null ? null : JSON.parse(text));
  if (!success || data.sessionId !== sessionId || data.until <= now.getTime()) throw new Problem(409, 'setup-expired');
  return data;
}

interface Confirmation { actor: MaybeActor; typed: string; setupToken: string; device: Device; now: Date }

/**
 * By a code of the new secret. The other sessions of the account end, since the old telephone may be a thief's; recovery codes and passkeys stay.
 * @throws Problem 401, 403 `step-up`, 409 `totp-enrol`, `setup-expired`, 422 wrong code, 429
 */
export async function confirmAuthenticatorChange({ actor, typed, setupToken, device, now }: Confirmation): Promise<void> {
  assertMayChangeFactor(actor, now);
  const { userId, sessionId } = actor;
  const { secret, replaces } = readChange(setupToken, sessionId, now);
  const step = await withAttemptLimit({ proof: 'second-factor', account: userId, address: device.address, now }, () => Promise.resolve(stepOfCode(secret, typed, now)));
  if (step === null) throw wrongCode();
  await transaction(async (tx) => {
    await lockUser(tx, userId);
    await assertSessionLives(tx, actor);
    // A new time too: the undoing of an address change removes what was set up since (decision 105).
    const changed = await tx.user.updateMany({
      where: { id: userId, totpConfirmedAt: { not: null }, totpSecret: replaces }, data: { totpSecret: seal('totp', secret), totpConfirmedAt: now, totpLastStep: step },
    });
    if (changed.count === 0) throw new Problem(409, 'setup-expired');
    await tx.session.update({ where: { id: sessionId }, data: { totpAt: now }, select: { id: true } });
    await endSessionsOf(tx, userId, 'second-factor', now, sessionId);
    await writeAudit(tx, { actor, action: 'authenticator.changed', subject: `user:${userId}` });
    await recordSecurityEvent(tx, { userId, event: 'authenticator-changed', device, now });
  });
}

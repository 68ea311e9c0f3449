import 'server-only';
import { withAttemptLimit } from '@/lib/accounts/attempt-limit';
import { verifyPassword } from '@/lib/accounts/password/check-password';
import { secondFactorCondition } from '@/lib/accounts/second-factor';
import { type Database, db, type Tx } from '@/lib/database/client';
import { type Actor, hasFreshSecondFactor } from '@/lib/permissions';
import { forbidden } from '@/lib/problem';
import type { Device } from './devices';

const freshSignInMs = 10 * 60 * 1000;

export const isFreshSignIn = ({ signedInAt }: Actor, now: Date): boolean =>
  now.getTime() - signedInAt.getTime() <= freshSignInMs;

/** @throws Problem 403 `reauthenticate`, 429 */
export async function assertFreshSignIn(
  actor: Actor,
  currentPassword: string | undefined,
  device: Device,
  now: Date,
): Promise<void> {
  if (isFreshSignIn(actor, now)) return;
  if (!currentPassword || !(await isPasswordOf(actor, currentPassword, device, now))) throw forbidden('reauthenticate');
}

async function isPasswordOf(actor: Actor, password: string, { ip }: Device, now: Date): Promise<boolean> {
  const right = await withAttemptLimit(
    { credential: 'password', account: actor.userId, from: 'session', ip, now },
    async () => {
      const client = await db();
      const user = await client.user.findUnique({ where: { id: actor.userId }, select: { passwordHash: true } });
      return (await verifyPassword(user?.passwordHash ?? null, password)) || null;
    },
  );
  return right !== null;
}

/** A password alone must not add a second factor. @throws Problem 403 `step-up` */
export async function assertFreshSecondFactor(client: Database | Tx, actor: Actor, now: Date): Promise<void> {
  if (hasFreshSecondFactor(actor, now)) return;
  if ((await client.user.count({ where: { id: actor.userId, ...secondFactorCondition } })) > 0)
    throw forbidden('step-up');
}

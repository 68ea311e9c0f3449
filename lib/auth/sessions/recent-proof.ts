import 'server-only';
import { hasFreshSecondFactor, type Actor } from '@/lib/actor';
import { withAttemptLimit } from '@/lib/auth/attempt-limit';
import { verifyPassword } from '@/lib/auth/password/password-hash';
import { db, type Database, type Tx } from '@/lib/database/client';
import { forbidden } from '@/lib/problem';
import type { Device } from './device';

const recentMs = 10 * 60 * 1000;

/** A sign-in of the last ten minutes. */
export const isRecentSignIn = ({ signedInAt }: Actor, now: Date): boolean => now.getTime() - signedInAt.getTime() <= recentMs;

/** A sign-in of the last ten minutes, or the current password (X05). Not a step-up, which takes a second factor. @throws Problem 403 `reauthenticate`, 429 */
export async function assertRecentProof(actor: Actor, currentPassword: string | undefined, device: Device, now: Date): Promise<void> {
  if (isRecentSignIn(actor, now)) return;
  if (!currentPassword || !(await isPasswordOf(actor, currentPassword, device, now))) throw forbidden('reauthenticate');
}

async function isPasswordOf(actor: Actor, password: string, { address }: Device, now: Date): Promise<boolean> {
  const right = await withAttemptLimit({ proof: 'password', account: actor.userId, from: 'session', address, now }, async () => {
    const client = await db();
    const user = await client.user.findUnique({ where: { id: actor.userId }, select: { passwordHash: true } });
    return (await verifyPassword(user?.passwordHash ?? null, password)) || null;
  });
  return right !== null;
}

/**
 * Where the account has a second factor, it is shown before another is added: a password alone must not bring one, since every factor steps
 * up. @throws Problem 403 `step-up`
 */
export async function assertSecondFactorShown(client: Database | Tx, actor: Actor, now: Date): Promise<void> {
  if (hasFreshSecondFactor(actor, now)) return;
  const isFactored = { OR: [{ totpConfirmedAt: { not: null } }, { passkeys: { some: {} } }] };
  if ((await client.user.count({ where: { id: actor.userId, ...isFactored } })) > 0) throw forbidden('step-up');
}

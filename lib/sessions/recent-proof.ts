import 'server-only';
import { assertAddressMayTry, countFailedAddress, forgetLoginTries, takeLoginTry } from '@/lib/accounts/login-tries';
import { verifyPassword } from '@/lib/accounts/password-hash';
import type { Actor } from '@/lib/actor';
import { db } from '@/lib/db';
import { forbidden } from '@/lib/problem';
import type { Device } from './device';

const recentMilliseconds = 10 * 60 * 1000;

/** A sign-in of the last ten minutes, or the present password (security.md X05). @throws Problem 403 `reauthenticate`, 429 */
export async function assertRecentProof(actor: Actor, currentPassword: string | undefined, device: Device, now: Date): Promise<void> {
  if (now.getTime() - actor.signedInAt.getTime() <= recentMilliseconds) return;
  if (!currentPassword || !(await isPasswordOf(actor, currentPassword, device, now))) throw forbidden('reauthenticate');
}

/** The same limits as at sign-in: this is a place to guess a password, too. */
async function isPasswordOf(actor: Actor, password: string, device: Device, now: Date): Promise<boolean> {
  const bucket = actor.email ?? actor.userId;
  await assertAddressMayTry(device.address, now);
  await takeLoginTry(bucket, now);
  const client = await db();
  const user = await client.user.findUnique({ where: { id: actor.userId }, select: { passwordHash: true } });
  const right = await verifyPassword(user?.passwordHash ?? null, password);
  await (right ? forgetLoginTries(bucket) : countFailedAddress(device.address, now));
  return right;
}

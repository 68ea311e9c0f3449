import 'server-only';
import { countedTry } from '@/lib/auth/one-time-codes/counted-try';
import { verifyPassword } from '@/lib/auth/password/password-hash';
import type { Actor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { forbidden } from '@/lib/problem';
import type { Device } from './device';

const recentMilliseconds = 10 * 60 * 1000;

/** A sign-in of the last ten minutes, or the present password (security.md X05). Never a step-up: that takes a second factor. @throws Problem 403 `reauthenticate`, 429 */
export async function assertRecentProof(actor: Actor, currentPassword: string | undefined, device: Device, now: Date): Promise<void> {
  if (now.getTime() - actor.signedInAt.getTime() <= recentMilliseconds) return;
  if (!currentPassword || !(await isPasswordOf(actor, currentPassword, device, now))) throw forbidden('reauthenticate');
}

async function isPasswordOf(actor: Actor, password: string, { address }: Device, now: Date): Promise<boolean> {
  const right = await countedTry({ proof: 'password', account: actor.email ?? actor.userId, address, now }, async () => {
    const client = await db();
    const user = await client.user.findUnique({ where: { id: actor.userId }, select: { passwordHash: true } });
    return (await verifyPassword(user?.passwordHash ?? null, password)) || null;
  });
  return right !== null;
}

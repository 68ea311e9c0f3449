import 'server-only';
import type { Tx } from '@/lib/database/client';
import { promoteConfiguredAdmin } from './configured-admin';
import { endGrantsOf, endSessionsOf } from './end-sessions';
import { lockUser } from './lock-user';
import { recordSecurityEvent, type RecordedEvent } from './security-events';

/**
 * Access to the mailbox was proven, ownership of the account was not: a code, or the link opened in a browser that is not signed in (perhaps
 * by a mail scanner). The first time, all earlier access ends, the second factor too, since it may be a stranger's (X28). The password
 * stays, and proves nothing until `proveOwner`.
 */
export async function confirmAddress(tx: Tx, userId: string, device: RecordedEvent['device'], now: Date): Promise<void> {
  await lockUser(tx, userId);
  const before = await tx.user.findUnique({ where: { id: userId }, select: { emailConfirmedAt: true, totpConfirmedAt: true } });
  if (!before || before.emailConfirmedAt) return;
  await tx.user.update({
    where: { id: userId }, data: { emailConfirmedAt: now, totpSecret: null, totpConfirmedAt: null, totpLastStep: null, recoveryCodes: { deleteMany: {} } }, select: { id: true },
  });
  await endAccessOf(tx, userId, now);
  if (before.totpConfirmedAt) await recordSecurityEvent(tx, { userId, event: 'second-factor-off', device, now });
}

/**
 * Mailbox and account were proven to belong to one person: the link opened in the browser of `exceptSession`, a password set through a
 * mailed code, or a provider that verified the address. The first time, all other access ends.
 * @returns whether it was the first time
 */
export async function proveOwner(tx: Tx, userId: string, now: Date, exceptSession?: string): Promise<boolean> {
  await lockUser(tx, userId);
  const first = await tx.user.updateMany({ where: { id: userId, ownerProvenAt: null }, data: { ownerProvenAt: now } });
  if (first.count === 0) return false;
  await tx.user.updateMany({ where: { id: userId, emailConfirmedAt: null }, data: { emailConfirmedAt: now } });
  await endAccessOf(tx, userId, now, exceptSession);
  await promoteConfiguredAdmin(tx, userId, now);
  return true;
}

async function endAccessOf(tx: Tx, userId: string, now: Date, exceptSession?: string): Promise<void> {
  await endSessionsOf(tx, userId, 'confirmed', now, exceptSession);
  await endGrantsOf(tx, userId, now);
  if (exceptSession !== undefined) return;
  await tx.providerAccount.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
}
